import type { Dictionary } from './translation.ts'

/** Arabic translations. They address the reader in the polite plural, which fits a masjid as well as a khateeb. */
export const arabic: Dictionary = {
  // In every letter
  'Assalamu alaikum,': 'السلام عليكم،',
  'Assalamu alaikum {0},': 'السلام عليكم {0}،',
  '{0} writes:': 'كتب {0}:',
  'Didn’t sign up? Someone used your address, perhaps by mistake. You can end that account:':
    'ألم تسجّلوا؟ لقد استخدم شخص ما عنوانكم، ربما عن طريق الخطأ. يمكنكم إنهاء ذلك الحساب:',
  'This isn’t me': 'هذا ليس أنا',
  'Choose which news we email you, and when': 'اختاروا الأخبار التي نرسلها إليكم، ومتى',
  'You get this email because of your account at {0}. Please don’t reply: no one reads this mailbox.':
    'تصلكم هذه الرسالة لأن لديكم حسابًا على {0}. نرجو عدم الرد عليها، فلا أحد يقرأ هذا البريد.',
  'You get this email because a masjid entered your address at {0}. Please don’t reply: no one reads this mailbox.':
    'تصلكم هذه الرسالة لأن مسجدًا أدخل عنوانكم على {0}. نرجو عدم الرد عليها، فلا أحد يقرأ هذا البريد.',

  // Facts and buttons
  Masjid: 'المسجد',
  Khateeb: 'الخطيب',
  Date: 'التاريخ',
  Time: 'الوقت',
  '{0} at {1}': '{0} الساعة {1}',
  Language: 'اللغة',
  Address: 'العنوان',
  'Old address': 'العنوان القديم',
  'New address': 'العنوان الجديد',
  'Old time': 'الموعد القديم',
  'New time': 'الموعد الجديد',
  'Old time zone': 'المنطقة الزمنية القديمة',
  'New time zone': 'المنطقة الزمنية الجديدة',
  'Open the map': 'افتحوا الخريطة',
  '{0} (map)': '{0} (الخريطة)',
  'Open your dashboard': 'افتحوا لوحتكم',
  'Accept or reject': 'اقبلوا أو ارفضوا',
  'Approve or reject': 'وافقوا أو ارفضوا',
  'Confirm again': 'أكّدوا مرة أخرى',
  'Confirm the new time': 'أكّدوا الموعد الجديد',
  'See the khutbah': 'اعرضوا الخطبة',
  'See your khutbahs': 'اعرضوا خطب مسجدكم',
  'See your request': 'اعرضوا طلبكم',
  'See the khateeb': 'اعرضوا صفحة الخطيب',
  'Find another masjid': 'ابحثوا عن مسجد آخر',
  'Find another khateeb': 'ابحثوا عن خطيب آخر',
  'Invite another khateeb': 'ادعوا خطيبًا آخر',
  'Open the masjid’s page': 'افتحوا صفحة المسجد',
  'You are confirmed': 'خطبة مؤكدة لكم',
  'You are invited': 'خطبة أنتم مدعوون إليها',
  'You asked to lead': 'خطبة طلبتم إلقاءها',

  // News to khateebs
  '{0} invites you to give the khutbah on {1}': 'يدعوكم {0} لإلقاء الخطبة يوم {1}',
  '{0} would like you to give this khutbah. Can you come?': 'يودّ {0} أن تلقوا هذه الخطبة. هل يمكنكم الحضور؟',
  'The slot is yours once you accept. Until then the masjid may still choose someone else.':
    'تصبح الخطبة لكم حين تقبلون الدعوة. وإلى ذلك الحين قد يختار المسجد خطيبًا آخر.',
  '{0} withdrew its invite for {1}': 'سحب {0} دعوته ليوم {1}',
  '{0} has taken back its invite to give this khutbah. You don’t need to do anything.':
    'سحب {0} دعوته لكم لإلقاء هذه الخطبة. لا يلزمكم فعل أي شيء.',
  'The invite from {0} for {1} was closed, because the hours overlap.':
    'أُغلقت دعوة {0} ليوم {1}، لأن الموعدين متداخلان.',
  'Your request to {0} for {1} was closed, because the hours overlap.':
    'أُغلق طلبكم إلى {0} ليوم {1}، لأن الموعدين متداخلان.',
  '{0} more were closed, too: your dashboard shows what is still open.': {
    zero: 'لم يُغلق غير ذلك: تعرض لوحتكم ما بقي مفتوحًا.',
    one: 'وأُغلق واحد آخر أيضًا: تعرض لوحتكم ما بقي مفتوحًا.',
    two: 'وأُغلق اثنان آخران أيضًا: تعرض لوحتكم ما بقي مفتوحًا.',
    few: 'وأُغلقت {0} أخرى أيضًا: تعرض لوحتكم ما بقي مفتوحًا.',
    many: 'وأُغلق {0} غيرها أيضًا: تعرض لوحتكم ما بقي مفتوحًا.',
    other: 'وأُغلق {0} غيرها أيضًا: تعرض لوحتكم ما بقي مفتوحًا.',
  },
  'Invites and requests closed when {0} approved your request for {1}':
    'ما أُغلق حين وافق {0} على طلبكم ليوم {1}',
  '{0} approved your request to give this khutbah, but you are no longer confirmed for it.':
    'وافق {0} على طلبكم إلقاء هذه الخطبة، لكنها لم تعد مؤكدة لكم.',
  'Please confirm: your khutbah at {0} is now on {1} at {2}':
    'نرجو التأكيد: خطبتكم في {0} أصبحت يوم {1} الساعة {2}',
  '{0} has approved your request. After you asked, it moved this khutbah. Please confirm that you can come at the new time, or withdraw.':
    'وافق {0} على طلبكم. وبعد أن أرسلتم الطلب غيّر موعد هذه الخطبة. نرجو أن تؤكدوا أنه يمكنكم الحضور في الموعد الجديد، أو أن تعتذروا عنها.',
  'You are giving the khutbah at {0} on {1}': 'ستلقون الخطبة في {0} يوم {1}',
  'Good news: {0} has approved your request. You are confirmed for this khutbah.':
    'بشرى سارّة: وافق {0} على طلبكم، وهذه الخطبة مؤكدة لكم.',
  'If something comes up, please withdraw on your dashboard as early as you can, so that the masjid can find someone else.':
    'إن طرأ لكم طارئ فنرجو أن تعتذروا في لوحتكم بأسرع ما يمكن، ليجد المسجد خطيبًا آخر.',
  '{0} declined your request for {1}': 'اعتذر {0} عن قبول طلبكم ليوم {1}',
  '{0} has declined your request to give this khutbah. Thank you for offering: other masjids near you may still need a khateeb.':
    'اعتذر {0} عن قبول طلبكم إلقاء هذه الخطبة. جزاكم الله خيرًا على عرضكم: قد تحتاج مساجد أخرى قريبة منكم إلى خطيب.',
  'You are no longer giving the khutbah at {0} on {1}': 'لم تعد الخطبة في {0} يوم {1} لكم',
  '{0} has removed you from this khutbah, so please don’t plan on it any longer.':
    'لم يعد {0} ينتظر منكم إلقاء هذه الخطبة، فنرجو ألا تستعدوا لها.',
  'You had agreed to give this khutbah on {0}.': 'كنتم قد وافقتم على إلقاء هذه الخطبة يوم {0}.',
  'You had been invited to give this khutbah on {0}.': 'كنتم قد دُعيتم إلى إلقاء هذه الخطبة يوم {0}.',
  'You had asked to give this khutbah on {0}.': 'كنتم قد طلبتم إلقاء هذه الخطبة يوم {0}.',
  'If this surprises you, the masjid’s page says how to reach them.':
    'إن فاجأكم ذلك، فستجدون في صفحة المسجد طريقة التواصل معه.',
  'You have withdrawn from the khutbah at {0} on {1}': 'اعتذرتم عن الخطبة في {0} يوم {1}',
  'You have withdrawn from this khutbah. {0} has been told.': 'اعتذرتم عن إلقاء هذه الخطبة، وقد أخبرنا {0}.',
  'If an earlier email has put this khutbah into your calendar, the attached file removes it.':
    'إن كانت رسالة سابقة قد أضافت هذه الخطبة إلى تقويمكم، فالملف المرفق يحذفها.',
  'You have confirmed the new time of the khutbah at {0} on {1}': 'أكّدتم الموعد الجديد للخطبة في {0} يوم {1}',
  'You have confirmed that you can give this khutbah at its new time. {0} has been told.':
    'أكّدتم أنه يمكنكم إلقاء هذه الخطبة في موعدها الجديد، وقد أخبرنا {0}.',
  'If an earlier email has put this khutbah into your calendar, the attached file updates it.':
    'إن كانت رسالة سابقة قد أضافت هذه الخطبة إلى تقويمكم، فالملف المرفق يحدّثها.',
  'Calendar update: your khutbah at {0} on {1}': 'تحديث التقويم: خطبتكم في {0} يوم {1}',
  'You are confirmed for this khutbah.': 'هذه الخطبة مؤكدة لكم.',
  'You haven’t confirmed the new time yet.': 'لم تؤكدوا الموعد الجديد بعد.',
  'This khutbah was posted again. If an earlier email has put it into your calendar, the attached files replace it.':
    'نُشرت هذه الخطبة من جديد. إن كانت رسالة سابقة قد أضافتها إلى تقويمكم، فالملفات المرفقة تستبدلها.',
  '{0} has taken this khutbah off its schedule, so you won’t be giving it. Please don’t plan on it any longer.':
    'حذف {0} هذه الخطبة من جدوله، فلن تلقوها. نرجو ألا تستعدوا لها.',
  '{0} has taken this khutbah off its schedule, so its invite to you is closed. You don’t need to do anything.':
    'حذف {0} هذه الخطبة من جدوله، فأُغلقت دعوته لكم. لا يلزمكم فعل أي شيء.',
  '{0} has taken this khutbah off its schedule, so your request is closed. You don’t need to do anything.':
    'حذف {0} هذه الخطبة من جدوله، فأُغلق طلبكم. لا يلزمكم فعل أي شيء.',
  '{0} no longer has a Minbar account, so you won’t be giving this khutbah. Please don’t plan on it any longer.':
    'لم يعد لدى {0} حساب في Minbar، فلن تلقوا هذه الخطبة. نرجو ألا تستعدوا لها.',
  '{0} no longer has a Minbar account, so its invite to you is closed. You don’t need to do anything.':
    'لم يعد لدى {0} حساب في Minbar، فأُغلقت دعوته لكم. لا يلزمكم فعل أي شيء.',
  '{0} no longer has a Minbar account, so your request is closed. You don’t need to do anything.':
    'لم يعد لدى {0} حساب في Minbar، فأُغلق طلبكم. لا يلزمكم فعل أي شيء.',
  '{0} moved the khutbah on {1}': 'غيّر {0} موعد الخطبة التي كانت يوم {1}',
  '{0} has changed its time zone, so this khutbah begins earlier or later than before. You’re already giving another khutbah at the new time, so we closed this masjid’s invite. You don’t need to do anything.':
    'غيّر {0} منطقته الزمنية، فصارت هذه الخطبة تبدأ قبل موعدها السابق أو بعده. لديكم خطبة أخرى في الموعد الجديد، فأُغلقت دعوته لكم. لا يلزمكم فعل أي شيء.',
  '{0} has changed its time zone, so this khutbah begins earlier or later than before. You’re already giving another khutbah at the new time, so we closed your request.':
    'غيّر {0} منطقته الزمنية، فصارت هذه الخطبة تبدأ قبل موعدها السابق أو بعده. لديكم خطبة أخرى في الموعد الجديد، فأُغلق طلبكم.',
  '{0} has moved this khutbah from {1}. You’re already giving another khutbah at the new time, so we closed this masjid’s invite. You don’t need to do anything.':
    'غيّر {0} موعد هذه الخطبة، وكانت يوم {1}. لديكم خطبة أخرى في الموعد الجديد، فأُغلقت دعوته لكم. لا يلزمكم فعل أي شيء.',
  '{0} has moved this khutbah from {1}. You’re already giving another khutbah at the new time, so we closed your request.':
    'غيّر {0} موعد هذه الخطبة، وكانت يوم {1}. لديكم خطبة أخرى في الموعد الجديد، فأُغلق طلبكم.',
  '{0} chose another khateeb for {1}': 'اختار {0} خطيبًا آخر ليوم {1}',
  '{0} chose another khateeb for this khutbah, so its invite to you was closed. You don’t need to do anything.':
    'اختار {0} خطيبًا آخر لهذه الخطبة، فأُغلقت دعوته لكم. لا يلزمكم فعل أي شيء.',
  '{0} chose another khateeb for this khutbah, so your request was closed. Thank you for offering!':
    'اختار {0} خطيبًا آخر لهذه الخطبة، فأُغلق طلبكم. جزاكم الله خيرًا على عرضكم!',
  'Canceled: your khutbah at {0} on {1}': 'إلغاء: خطبتكم في {0} يوم {1}',
  'Canceled: the khutbah at {0} on {1}': 'إلغاء: الخطبة في {0} يوم {1}',
  '{0} changed the details of your khutbah on {1}': 'غيّر {0} تفاصيل خطبتكم يوم {1}',
  '{0} has changed the language or the note of this khutbah. You are still confirmed for it.':
    'غيّر {0} لغة هذه الخطبة أو الملاحظة الخاصة بها. وما زالت مؤكدة لكم.',
  'The topic of the khutbah on {0} is repeated': 'يتكرر موضوع خطبة يوم {0}',
  '{0} has chosen the topic of another khutbah at your masjid, up to 12 weeks before or after. If you would like a different topic, please talk to the khateeb.':
    'اختار {0} موضوع خطبة أخرى في مسجدكم، قبلها أو بعدها بما لا يزيد على 12 أسبوعًا. إن أردتم موضوعًا آخر فنرجو أن تتحدثوا مع الخطيب.',
  '{0} has approved you': 'اعتمدكم {0}',
  'Good news: {0} has approved you. You can request its khutbahs now.':
    'بشرى سارّة: اعتمدكم {0}. يمكنكم الآن طلب إلقاء خطبه.',
  'Good news: {0} has approved you. You can request its khutbahs now, and this one still needs a khateeb.':
    'بشرى سارّة: اعتمدكم {0}. يمكنكم الآن طلب إلقاء خطبه، وما زالت هذه الخطبة تحتاج إلى خطيب.',

  // News about a masjid or a slot that has moved
  '{0} has a new address': 'عنوان جديد: {0}',
  '{0} has changed its time zone': 'غيّر {0} منطقته الزمنية',
  'Please confirm again: your khutbah at {0} on {1}': 'نرجو التأكيد مرة أخرى: خطبتكم في {0} يوم {1}',
  '{0} has a new address. Please go there, not to the old one.':
    'انتقل {0} إلى عنوان جديد. نرجو التوجه إليه، لا إلى العنوان القديم.',
  '{0} has changed its time zone. Its address is the same.': 'غيّر {0} منطقته الزمنية. أما عنوانه فلم يتغيّر.',
  'The clocks of both time zones show the same time, so nothing changes for you.':
    'الساعة واحدة في المنطقتين الزمنيتين، فلا يتغيّر عليكم شيء.',
  'Its khutbahs keep their time of day, but in the new time zone. So yours begins earlier or later than you agreed to. Please confirm on your dashboard that you can still come, or withdraw.':
    'تبقى خطبه في الساعة نفسها، ولكن بالمنطقة الزمنية الجديدة. لذلك تبدأ خطبتكم قبل الموعد الذي وافقتم عليه أو بعده. نرجو أن تؤكدوا في لوحتكم أنه ما زال يمكنكم الحضور، أو أن تعتذروا.',
  'Its khutbahs keep their time of day, but in the new time zone. So they begin earlier or later than before.':
    'تبقى خطبه في الساعة نفسها، ولكن بالمنطقة الزمنية الجديدة. لذلك تبدأ قبل موعدها السابق أو بعده.',
  'And {0} more: your dashboard shows all of them.': {
    zero: 'تعرض لوحتكم جميع الخطب.',
    one: 'وخطبة أخرى: تعرض لوحتكم جميع الخطب.',
    two: 'وخطبتان أخريان: تعرض لوحتكم جميع الخطب.',
    few: 'و{0} خطب أخرى: تعرض لوحتكم جميع الخطب.',
    many: 'و{0} خطبة أخرى: تعرض لوحتكم جميع الخطب.',
    other: 'و{0} خطبة أخرى: تعرض لوحتكم جميع الخطب.',
  },
  '{0} changed its time zone, and this closed some of your invites or requests.':
    'غيّر {0} منطقته الزمنية، فأُغلقت بذلك بعض الدعوات أو الطلبات الخاصة بكم.',
  'Invites and requests closed when {0} changed its time zone': 'ما أُغلق حين غيّر {0} منطقته الزمنية',
  'Invites and requests closed when {0} moved the khutbah to {1}': 'ما أُغلق حين نقل {0} الخطبة إلى يوم {1}',
  'Please confirm again: your khutbah at {0} is now on {1} at {2}':
    'نرجو التأكيد مرة أخرى: خطبتكم في {0} أصبحت يوم {1} الساعة {2}',
  'New time: your khutbah at {0} on {1} at {2}': 'موعد جديد: خطبتكم في {0} يوم {1} الساعة {2}',
  'New time: the khutbah at {0} on {1} at {2}': 'موعد جديد: الخطبة في {0} يوم {1} الساعة {2}',
  '{0} moved this khutbah, but you are no longer confirmed for it.':
    'غيّر {0} موعد هذه الخطبة، لكنها لم تعد مؤكدة لكم.',
  '{0} has moved the khutbah that you are confirmed for. Please confirm that you can come at the new time, or withdraw.':
    'غيّر {0} موعد الخطبة المؤكدة لكم. نرجو أن تؤكدوا أنه يمكنكم الحضور في الموعد الجديد، أو أن تعتذروا عنها.',
  '{0} has moved the khutbah that you are confirmed for. You stay confirmed, so please come at the new time.':
    'غيّر {0} موعد الخطبة المؤكدة لكم. تبقى الخطبة لكم، فنرجو الحضور في الموعد الجديد.',
  '{0} has moved the khutbah that it invites you to give. Can you come at the new time?':
    'غيّر {0} موعد الخطبة التي يدعوكم لإلقائها. هل يمكنكم الحضور في الموعد الجديد؟',
  '{0} has moved the khutbah that you asked to give. Your request is now for the new time. If you can’t come then, please revoke your request.':
    'غيّر {0} موعد الخطبة التي طلبتم إلقاءها. أصبح طلبكم للموعد الجديد. إن لم يمكنكم الحضور حينها فنرجو سحب الطلب.',
  'If you can’t come at the new time, please withdraw on your dashboard as early as you can, so that the masjid can find someone else.':
    'إن لم يمكنكم الحضور في الموعد الجديد فنرجو أن تعتذروا في لوحتكم بأسرع ما يمكن، ليجد المسجد خطيبًا آخر.',

  // News to masjids
  'This khutbah needs a khateeb again.': 'تحتاج هذه الخطبة إلى خطيب من جديد.',
  'This khutbah still needs a khateeb.': 'ما زالت هذه الخطبة تحتاج إلى خطيب.',
  '{0} would like to give the khutbah on {1}': 'يودّ {0} إلقاء الخطبة يوم {1}',
  '{0} would like to give this khutbah at your masjid. Please answer soon, so that both of you can plan.':
    'يودّ {0} إلقاء هذه الخطبة في مسجدكم. نرجو الرد قريبًا، ليرتّب كل منكما أموره.',
  'Until your masjid answers, its owners and schedulers can see the khateeb’s phone number on the khateeb’s page.':
    'إلى أن يردّ مسجدكم، يمكن للمالكين والمنسّقين فيه رؤية رقم هاتف الخطيب في صفحته.',
  '{0} withdrew the request for {1}': 'سحب {0} طلبه ليوم {1}',
  '{0} has withdrawn the request to give this khutbah.': 'سحب {0} طلبه إلقاء هذه الخطبة.',
  'Your invite to {0} for {1} was closed.': 'أُغلقت دعوتكم إلى {0} ليوم {1}.',
  'The request from {0} for {1} was closed.': 'أُغلق طلب {0} ليوم {1}.',
  'Invites and requests closed when {0} accepted your invite for {1}': 'ما أُغلق حين قبل {0} دعوتكم ليوم {1}',
  '{0} accepted your invite to give this khutbah, but is no longer confirmed for it.':
    'قبل {0} دعوتكم لإلقاء هذه الخطبة، لكنها لم تعد مؤكدة له.',
  '{0} hasn’t confirmed the new time yet: the khutbah on {1}': 'لم يؤكد {0} الموعد الجديد بعد: خطبة يوم {1}',
  '{0} accepted your invite. The time of this khutbah has changed since then, and the khateeb hasn’t confirmed the new time yet.':
    'قبل {0} دعوتكم. ومنذ ذلك الحين تغيّر موعد هذه الخطبة، ولم يؤكد الخطيب الموعد الجديد بعد.',
  '{0} will give the khutbah on {1}': 'سيلقي {0} الخطبة يوم {1}',
  'Good news: {0} has accepted your invite and is confirmed for this khutbah.':
    'بشرى سارّة: قبل {0} دعوتكم، وهذه الخطبة مؤكدة له.',
  'Starting three days before the khutbah, the owners and schedulers of your masjid can see the khateeb’s phone number on the khateeb’s page.':
    'قبل الخطبة بثلاثة أيام يمكن للمالكين والمنسّقين في مسجدكم رؤية رقم هاتف الخطيب في صفحته.',
  '{0} declined your invite for {1}': 'اعتذر {0} عن دعوتكم ليوم {1}',
  '{0} has declined your invite.': 'اعتذر {0} عن قبول دعوتكم.',
  '{0} was booked for another khutbah on {1}': 'لدى {0} خطبة أخرى يوم {1}',
  '{0} was confirmed for another khutbah at that hour, so your invite was closed.':
    'تأكدت لدى {0} خطبة أخرى في تلك الساعة، فأُغلقت دعوتكم.',
  '{0} was confirmed for another khutbah at that hour, so the request was closed.':
    'تأكدت لدى {0} خطبة أخرى في تلك الساعة، فأُغلق الطلب.',
  '{0} confirmed again for {1}': 'أكّد {0} مرة أخرى خطبة يوم {1}',
  'Good news: {0} can give this khutbah at its new time.':
    'بشرى سارّة: يمكن أن يلقي {0} هذه الخطبة في موعدها الجديد.',
  '{0} can’t give the khutbah on {1} after all': 'لن يتمكن {0} من إلقاء الخطبة يوم {1}',
  '{0} has withdrawn from this khutbah.': 'اعتذر {0} عن إلقاء هذه الخطبة.',
  '{0} no longer has a Minbar account and won’t give this khutbah.':
    'لم يعد لدى {0} حساب في Minbar، ولن يلقي هذه الخطبة.',
  '{0} no longer has a Minbar account, so your invite was closed.':
    'لم يعد لدى {0} حساب في Minbar، فأُغلقت دعوتكم.',
  '{0} no longer has a Minbar account, so the request was closed.':
    'لم يعد لدى {0} حساب في Minbar، فأُغلق الطلب.',
  '{0} won’t give the khutbah on {1}': 'لن يلقي {0} الخطبة يوم {1}',
  '{0} is no longer free on {1}': 'لم يعد {0} متاحًا يوم {1}',
  '{0} is no longer giving the khutbah on {1}': 'لم تعد خطبة يوم {1} لدى {0}',
  '{0} has removed {1} from this khutbah.': 'ألغى {0} تكليف {1} بهذه الخطبة.',
  'Your masjid has canceled the khutbah on {0}': 'ألغى مسجدكم الخطبة يوم {0}',
  '{0} has taken this khutbah off your schedule, so {1} won’t be giving it.':
    'حذف {0} هذه الخطبة من جدول مسجدكم، فلن يلقيها {1}.',
  'Your masjid has moved the khutbah on {0}': 'غيّر مسجدكم موعد الخطبة يوم {0}',
  '{0} has moved this khutbah to a new time. {1} has been told.': 'غيّر {0} موعد هذه الخطبة، وقد أخبرنا {1}.',
  'Calendar update: the khutbah of {0} on {1}': 'تحديث التقويم: خطبة {0} يوم {1}',
  '{0} is confirmed for this khutbah.': 'أُكّدت هذه الخطبة لـ {0}.',
  '{0} hasn’t confirmed the new time yet.': 'لم يؤكد {0} الموعد الجديد بعد.',
  '{0} asks for your approval': 'يطلب {0} اعتمادكم له',
  '{0} would like to give this khutbah. Your masjid takes requests only from khateebs it has approved. If you approve this khateeb, we will let the khateeb know.':
    'يودّ {0} إلقاء هذه الخطبة. لا يتلقى مسجدكم الطلبات إلا من خطباء اعتمدهم. إن اعتمدتم هذا الخطيب فسنخبره.',

  // Digests
  'These are several updates in one email, the most urgent first.':
    'هذه عدة أخبار في رسالة واحدة، أهمها أولًا.',
  '{0} invites you to give {1} khutbahs': {
    zero: 'يدعوكم {0} لإلقاء {1} خطبة',
    one: 'يدعوكم {0} لإلقاء خطبة',
    two: 'يدعوكم {0} لإلقاء خطبتين',
    few: 'يدعوكم {0} لإلقاء {1} خطب',
    many: 'يدعوكم {0} لإلقاء {1} خطبة',
    other: 'يدعوكم {0} لإلقاء {1} خطبة',
  },
  '{0} invites to give khutbahs': {
    zero: '{0} دعوة لإلقاء الخطب',
    one: 'دعوة لإلقاء خطبة',
    two: 'دعوتان لإلقاء خطبتين',
    few: '{0} دعوات لإلقاء الخطب',
    many: '{0} دعوة لإلقاء الخطب',
    other: '{0} دعوة لإلقاء الخطب',
  },
  '{0} updates about your khutbahs': {
    zero: 'لا أخبار عن خطبكم',
    one: 'خبر واحد عن خطبكم',
    two: 'خبران عن خطبكم',
    few: '{0} أخبار عن خطبكم',
    many: '{0} خبرًا عن خطبكم',
    other: '{0} خبر عن خطبكم',
  },
  '{0} (and {1} more updates)': {
    zero: '{0}',
    one: '{0} (وخبر آخر)',
    two: '{0} (وخبران آخران)',
    few: '{0} (و{1} أخبار أخرى)',
    many: '{0} (و{1} خبرًا آخر)',
    other: '{0} (و{1} خبر آخر)',
  },
  'And {0} more: your dashboard shows everything.': {
    zero: 'تعرض لوحتكم كل شيء.',
    one: 'وخبر آخر: تعرض لوحتكم كل شيء.',
    two: 'وخبران آخران: تعرض لوحتكم كل شيء.',
    few: 'و{0} أخبار أخرى: تعرض لوحتكم كل شيء.',
    many: 'و{0} خبرًا آخر: تعرض لوحتكم كل شيء.',
    other: 'و{0} خبر آخر: تعرض لوحتكم كل شيء.',
  },
  'In their own words': 'كما كتبوا',
  Also: 'وأيضًا',
  'Before that, {0}': 'قبل ذلك، {0}',
}
