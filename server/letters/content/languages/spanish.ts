import type { Dictionary } from './translation.ts'

/** Spanish translations, in the Spanish of the United States. */
export const spanish: Dictionary = {
  // In every letter
  'Assalamu alaikum,': 'Assalamu alaikum:',
  'Assalamu alaikum {0},': 'Assalamu alaikum, {0}:',
  '{0} writes:': '{0} escribe:',
  'Didn’t sign up? Someone used your address, perhaps by mistake. You can end that account:':
    '¿No te registraste? Alguien usó tu dirección, quizás por error. Puedes cerrar esa cuenta:',
  'This isn’t me': 'No soy yo',
  'Choose which news we email you, and when': 'Elige qué noticias te enviamos y cuándo',
  'You get this email because of your account at {0}. Please don’t reply: no one reads this mailbox.':
    'Recibes este correo porque tienes una cuenta en {0}. Por favor, no respondas: nadie lee este buzón.',
  'You get this email because a masjid entered your address at {0}. Please don’t reply: no one reads this mailbox.':
    'Recibes este correo porque una mezquita escribió tu dirección en {0}. Por favor, no respondas: nadie lee este buzón.',

  // Facts and buttons
  Masjid: 'Mezquita',
  Khateeb: 'Jatib',
  Date: 'Fecha',
  Time: 'Hora',
  '{0} at {1}': '{0}, {1}',
  Language: 'Idioma',
  Address: 'Dirección',
  'Old address': 'Dirección anterior',
  'New address': 'Nueva dirección',
  'Old time': 'Horario anterior',
  'New time': 'Nuevo horario',
  'Old time zone': 'Zona horaria anterior',
  'New time zone': 'Nueva zona horaria',
  'Open the map': 'Abrir el mapa',
  '{0} (map)': '{0} (mapa)',
  'Open your dashboard': 'Abrir tu panel',
  'Accept or reject': 'Aceptar o rechazar',
  'Approve or reject': 'Aprobar o rechazar',
  'Confirm again': 'Confirmar otra vez',
  'Confirm the new time': 'Confirmar el nuevo horario',
  'See the khutbah': 'Ver la jutba',
  'See your khutbahs': 'Ver tus jutbas',
  'See your request': 'Ver tu solicitud',
  'See the khateeb': 'Ver al jatib',
  'Find another masjid': 'Buscar otra mezquita',
  'Find another khateeb': 'Buscar otro jatib',
  'Invite another khateeb': 'Invitar a otro jatib',
  'Open the masjid’s page': 'Abrir la página de la mezquita',
  'You are confirmed': 'Tu jutba confirmada',
  'You are invited': 'Tu invitación',
  'You asked to lead': 'Tu solicitud',

  // News to khateebs
  '{0} invites you to give the khutbah on {1}': '{0} te invita a dar la jutba del {1}',
  '{0} would like you to give this khutbah. Can you come?':
    'A {0} le gustaría que dieras esta jutba. ¿Puedes venir?',
  'The slot is yours once you accept. Until then the masjid may still choose someone else.':
    'La jutba es tuya en cuanto aceptes. Hasta entonces, la mezquita todavía puede elegir a otra persona.',
  '{0} withdrew its invite for {1}': '{0} retiró su invitación para el {1}',
  '{0} has taken back its invite to give this khutbah. You don’t need to do anything.':
    '{0} retiró su invitación para dar esta jutba. No tienes que hacer nada.',
  'The invite from {0} for {1} was closed, because the hours overlap.':
    'La invitación de {0} para el {1} se cerró, porque los horarios coinciden.',
  'Your request to {0} for {1} was closed, because the hours overlap.':
    'Tu solicitud a {0} para el {1} se cerró, porque los horarios coinciden.',
  '{0} more were closed, too: your dashboard shows what is still open.': {
    one: 'También se cerró una más: tu panel muestra lo que sigue abierto.',
    many: 'También se cerraron {0} más: tu panel muestra lo que sigue abierto.',
    other: 'También se cerraron {0} más: tu panel muestra lo que sigue abierto.',
  },
  'Invites and requests closed when {0} approved your request for {1}':
    'Lo que se cerró cuando {0} aprobó tu solicitud para el {1}',
  '{0} approved your request to give this khutbah, but you are no longer confirmed for it.':
    '{0} aprobó tu solicitud de dar esta jutba, pero ya no está confirmada para ti.',
  'Please confirm: your khutbah at {0} is now on {1} at {2}':
    'Por favor, confirma: tu jutba en {0} ahora es el {1}, {2}',
  '{0} has approved your request. After you asked, it moved this khutbah. Please confirm that you can come at the new time, or withdraw.':
    '{0} aprobó tu solicitud. Después de que la enviaste, cambió el horario de esta jutba. Por favor, confirma que puedes venir en el nuevo horario, o cancela tu participación.',
  'You are giving the khutbah at {0} on {1}': 'Vas a dar la jutba en {0} el {1}',
  'Good news: {0} has approved your request. You are confirmed for this khutbah.':
    'Buenas noticias: {0} aprobó tu solicitud. Esta jutba está confirmada para ti.',
  'If something comes up, please withdraw on your dashboard as early as you can, so that the masjid can find someone else.':
    'Si surge algo, por favor cancela tu participación en tu panel lo antes posible, para que la mezquita pueda encontrar a otra persona.',
  '{0} declined your request for {1}': '{0} rechazó tu solicitud para el {1}',
  '{0} has declined your request to give this khutbah. Thank you for offering: other masjids near you may still need a khateeb.':
    '{0} rechazó tu solicitud de dar esta jutba. Gracias por ofrecerte: quizás otras mezquitas cerca de ti todavía necesiten un jatib.',
  'You are no longer giving the khutbah at {0} on {1}': 'Ya no vas a dar la jutba en {0} el {1}',
  '{0} has removed you from this khutbah, so please don’t plan on it any longer.':
    '{0} ya no cuenta contigo para esta jutba, así que, por favor, no la prepares más.',
  'You had agreed to give this khutbah on {0}.': 'Habías aceptado dar esta jutba el {0}.',
  'You had been invited to give this khutbah on {0}.': 'Te habían invitado a dar esta jutba el {0}.',
  'You had asked to give this khutbah on {0}.': 'Habías solicitado dar esta jutba el {0}.',
  'If this surprises you, the masjid’s page says how to reach them.':
    'Si esto te sorprende, la página de la mezquita dice cómo contactarla.',
  'You have withdrawn from the khutbah at {0} on {1}':
    'Cancelaste tu participación en la jutba en {0} del {1}',
  'You have withdrawn from this khutbah. {0} has been told.':
    'Cancelaste tu participación en esta jutba. Ya avisamos a {0}.',
  'If an earlier email has put this khutbah into your calendar, the attached file removes it.':
    'Si un correo anterior puso esta jutba en tu calendario, el archivo adjunto la quita.',
  'You have confirmed the new time of the khutbah at {0} on {1}':
    'Confirmaste el nuevo horario de la jutba en {0} del {1}',
  'You have confirmed that you can give this khutbah at its new time. {0} has been told.':
    'Confirmaste que puedes dar esta jutba en su nuevo horario. Ya avisamos a {0}.',
  'If an earlier email has put this khutbah into your calendar, the attached file updates it.':
    'Si un correo anterior puso esta jutba en tu calendario, el archivo adjunto la actualiza.',
  'Calendar update: your khutbah at {0} on {1}': 'Actualización del calendario: tu jutba en {0} del {1}',
  'You are confirmed for this khutbah.': 'Esta jutba está confirmada a tu nombre.',
  'You haven’t confirmed the new time yet.': 'Falta que confirmes el nuevo horario.',
  'This khutbah was posted again. If an earlier email has put it into your calendar, the attached files replace it.':
    'Esta jutba se publicó de nuevo. Si un correo anterior la puso en tu calendario, los archivos adjuntos la reemplazan.',
  '{0} has taken this khutbah off its schedule, so you won’t be giving it. Please don’t plan on it any longer.':
    '{0} quitó esta jutba de su calendario, así que no vas a darla. Por favor, no la prepares más.',
  '{0} has taken this khutbah off its schedule, so its invite to you is closed. You don’t need to do anything.':
    '{0} quitó esta jutba de su calendario, así que su invitación se cerró. No tienes que hacer nada.',
  '{0} has taken this khutbah off its schedule, so your request is closed. You don’t need to do anything.':
    '{0} quitó esta jutba de su calendario, así que tu solicitud se cerró. No tienes que hacer nada.',
  '{0} no longer has a Minbar account, so you won’t be giving this khutbah. Please don’t plan on it any longer.':
    '{0} ya no tiene una cuenta de Minbar, así que no vas a dar esta jutba. Por favor, no la prepares más.',
  '{0} no longer has a Minbar account, so its invite to you is closed. You don’t need to do anything.':
    '{0} ya no tiene una cuenta de Minbar, así que su invitación se cerró. No tienes que hacer nada.',
  '{0} no longer has a Minbar account, so your request is closed. You don’t need to do anything.':
    '{0} ya no tiene una cuenta de Minbar, así que tu solicitud se cerró. No tienes que hacer nada.',
  '{0} moved the khutbah on {1}': '{0} cambió el horario de la jutba del {1}',
  '{0} has changed its time zone, so this khutbah begins earlier or later than before. You’re already giving another khutbah at the new time, so we closed this masjid’s invite. You don’t need to do anything.':
    '{0} cambió su zona horaria, así que esta jutba empieza antes o después que hasta ahora. En el nuevo horario das otra jutba, así que su invitación se cerró. No tienes que hacer nada.',
  '{0} has changed its time zone, so this khutbah begins earlier or later than before. You’re already giving another khutbah at the new time, so we closed your request.':
    '{0} cambió su zona horaria, así que esta jutba empieza antes o después que hasta ahora. En el nuevo horario das otra jutba, así que tu solicitud se cerró.',
  '{0} has moved this khutbah from {1}. You’re already giving another khutbah at the new time, so we closed this masjid’s invite. You don’t need to do anything.':
    '{0} cambió el horario de esta jutba, que era el {1}. En el nuevo horario das otra jutba, así que su invitación se cerró. No tienes que hacer nada.',
  '{0} has moved this khutbah from {1}. You’re already giving another khutbah at the new time, so we closed your request.':
    '{0} cambió el horario de esta jutba, que era el {1}. En el nuevo horario das otra jutba, así que tu solicitud se cerró.',
  '{0} chose another khateeb for {1}': '{0} eligió a otro jatib para el {1}',
  '{0} chose another khateeb for this khutbah, so its invite to you was closed. You don’t need to do anything.':
    '{0} eligió a otro jatib para esta jutba, así que su invitación se cerró. No tienes que hacer nada.',
  '{0} chose another khateeb for this khutbah, so your request was closed. Thank you for offering!':
    '{0} eligió a otro jatib para esta jutba, así que tu solicitud se cerró. ¡Gracias por ofrecerte!',
  'Canceled: your khutbah at {0} on {1}': 'Cancelada: tu jutba en {0} el {1}',
  'Canceled: the khutbah at {0} on {1}': 'Cancelada: la jutba en {0} el {1}',
  '{0} changed the details of your khutbah on {1}': '{0} cambió los detalles de tu jutba del {1}',
  '{0} has changed the language or the note of this khutbah. You are still confirmed for it.':
    '{0} cambió el idioma o la nota de esta jutba. Sigue confirmada para ti.',
  'The topic of the khutbah on {0} is repeated': 'El tema de la jutba del {0} se repite',
  '{0} has chosen the topic of another khutbah at your masjid, up to 12 weeks before or after. If you would like a different topic, please talk to the khateeb.':
    '{0} eligió el tema de otra jutba de tu mezquita, hasta 12 semanas antes o después. Si prefieres otro tema, por favor, habla con el jatib.',
  '{0} has approved you': '{0} te aprobó',
  'Good news: {0} has approved you. You can request its khutbahs now.':
    'Buenas noticias: {0} te aprobó. Ya puedes solicitar sus jutbas.',
  'Good news: {0} has approved you. You can request its khutbahs now, and this one still needs a khateeb.':
    'Buenas noticias: {0} te aprobó. Ya puedes solicitar sus jutbas, y a esta todavía le falta un jatib.',

  // News about a masjid or a slot that has moved
  '{0} has a new address': '{0} tiene una nueva dirección',
  '{0} has changed its time zone': '{0} cambió su zona horaria',
  'Please confirm again: your khutbah at {0} on {1}': 'Por favor, confirma otra vez: tu jutba en {0} el {1}',
  '{0} has a new address. Please go there, not to the old one.':
    '{0} tiene una nueva dirección. Por favor, ve allí y no a la anterior.',
  '{0} has changed its time zone. Its address is the same.':
    '{0} cambió su zona horaria. Su dirección es la misma.',
  'The clocks of both time zones show the same time, so nothing changes for you.':
    'Los relojes de ambas zonas horarias marcan la misma hora, así que nada cambia para ti.',
  'Its khutbahs keep their time of day, but in the new time zone. So yours begins earlier or later than you agreed to. Please confirm on your dashboard that you can still come, or withdraw.':
    'Sus jutbas mantienen su hora, pero en la nueva zona horaria. Por eso la tuya empieza antes o después de lo que acordaste. Por favor, confirma en tu panel que todavía puedes venir, o cancela tu participación.',
  'Its khutbahs keep their time of day, but in the new time zone. So they begin earlier or later than before.':
    'Sus jutbas mantienen su hora, pero en la nueva zona horaria. Por eso empiezan antes o después que hasta ahora.',
  'And {0} more: your dashboard shows all of them.': {
    one: 'Y una más: tu panel las muestra todas.',
    many: 'Y {0} más: tu panel las muestra todas.',
    other: 'Y {0} más: tu panel las muestra todas.',
  },
  '{0} changed its time zone, and this closed some of your invites or requests.':
    '{0} cambió su zona horaria, y por eso se cerraron algunas de tus invitaciones o solicitudes.',
  'Invites and requests closed when {0} changed its time zone':
    'Lo que se cerró cuando {0} cambió su zona horaria',
  'Invites and requests closed when {0} moved the khutbah to {1}':
    'Lo que se cerró cuando {0} pasó la jutba al {1}',
  'Please confirm again: your khutbah at {0} is now on {1} at {2}':
    'Por favor, confirma otra vez: tu jutba en {0} ahora es el {1}, {2}',
  'New time: your khutbah at {0} on {1} at {2}': 'Nuevo horario: tu jutba en {0} el {1}, {2}',
  'New time: the khutbah at {0} on {1} at {2}': 'Nuevo horario: la jutba en {0} el {1}, {2}',
  '{0} moved this khutbah, but you are no longer confirmed for it.':
    '{0} cambió el horario de esta jutba, pero ya no está confirmada para ti.',
  '{0} has moved the khutbah that you are confirmed for. Please confirm that you can come at the new time, or withdraw.':
    '{0} cambió el horario de tu jutba confirmada. Por favor, confirma que puedes venir en el nuevo horario, o cancela tu participación.',
  '{0} has moved the khutbah that you are confirmed for. You stay confirmed, so please come at the new time.':
    '{0} cambió el horario de tu jutba confirmada. Sigue confirmada, así que, por favor, ven en el nuevo horario.',
  '{0} has moved the khutbah that it invites you to give. Can you come at the new time?':
    '{0} cambió el horario de la jutba a la que te invita. ¿Puedes venir en el nuevo horario?',
  '{0} has moved the khutbah that you asked to give. Your request is now for the new time. If you can’t come then, please revoke your request.':
    '{0} cambió el horario de la jutba que pediste dar. Tu solicitud ahora es para el nuevo horario. Si no puedes venir entonces, por favor retírala.',
  'If you can’t come at the new time, please withdraw on your dashboard as early as you can, so that the masjid can find someone else.':
    'Si no puedes venir en el nuevo horario, por favor cancela tu participación en tu panel lo antes posible, para que la mezquita pueda encontrar a otra persona.',

  // News to masjids
  'This khutbah needs a khateeb again.': 'Esta jutba necesita un jatib de nuevo.',
  'This khutbah still needs a khateeb.': 'Esta jutba todavía necesita un jatib.',
  '{0} would like to give the khutbah on {1}': '{0} quiere dar la jutba del {1}',
  '{0} would like to give this khutbah at your masjid. Please answer soon, so that both of you can plan.':
    '{0} quiere dar esta jutba en tu mezquita. Por favor, responde pronto, para que ambos puedan organizarse.',
  'Until your masjid answers, its owners and schedulers can see the khateeb’s phone number on the khateeb’s page.':
    'Hasta que tu mezquita responda, sus propietarios y organizadores pueden ver el teléfono del jatib en su página.',
  '{0} withdrew the request for {1}': '{0} retiró su solicitud para el {1}',
  '{0} has withdrawn the request to give this khutbah.': '{0} retiró su solicitud de dar esta jutba.',
  'Your invite to {0} for {1} was closed.': 'Tu invitación a {0} para el {1} se cerró.',
  'The request from {0} for {1} was closed.': 'La solicitud de {0} para el {1} se cerró.',
  'Invites and requests closed when {0} accepted your invite for {1}':
    'Lo que se cerró cuando {0} aceptó tu invitación para el {1}',
  '{0} accepted your invite to give this khutbah, but is no longer confirmed for it.':
    '{0} aceptó tu invitación para dar esta jutba, pero ya no está confirmado para ella.',
  '{0} hasn’t confirmed the new time yet: the khutbah on {1}':
    '{0} todavía no ha confirmado el nuevo horario: la jutba del {1}',
  '{0} accepted your invite. The time of this khutbah has changed since then, and the khateeb hasn’t confirmed the new time yet.':
    '{0} aceptó tu invitación. Desde entonces cambió el horario de esta jutba, y el jatib todavía no ha confirmado el nuevo horario.',
  '{0} will give the khutbah on {1}': '{0} va a dar la jutba del {1}',
  'Good news: {0} has accepted your invite and is confirmed for this khutbah.':
    'Buenas noticias: {0} aceptó tu invitación y está confirmado para esta jutba.',
  'Starting three days before the khutbah, the owners and schedulers of your masjid can see the khateeb’s phone number on the khateeb’s page.':
    'Desde tres días antes de la jutba, los propietarios y organizadores de tu mezquita pueden ver el teléfono del jatib en su página.',
  '{0} declined your invite for {1}': '{0} rechazó tu invitación para el {1}',
  '{0} has declined your invite.': '{0} rechazó tu invitación.',
  '{0} was booked for another khutbah on {1}': '{0} va a dar otra jutba el {1}',
  '{0} was confirmed for another khutbah at that hour, so your invite was closed.':
    '{0} fue confirmado para otra jutba a esa hora, así que tu invitación se cerró.',
  '{0} was confirmed for another khutbah at that hour, so the request was closed.':
    '{0} fue confirmado para otra jutba a esa hora, así que la solicitud se cerró.',
  '{0} confirmed again for {1}': '{0} confirmó otra vez para el {1}',
  'Good news: {0} can give this khutbah at its new time.':
    'Buenas noticias: {0} puede dar esta jutba en su nuevo horario.',
  '{0} can’t give the khutbah on {1} after all': '{0} al final no puede dar la jutba del {1}',
  '{0} has withdrawn from this khutbah.': '{0} canceló su participación en esta jutba.',
  '{0} no longer has a Minbar account and won’t give this khutbah.':
    '{0} ya no tiene una cuenta de Minbar y no va a dar esta jutba.',
  '{0} no longer has a Minbar account, so your invite was closed.':
    '{0} ya no tiene una cuenta de Minbar, así que tu invitación se cerró.',
  '{0} no longer has a Minbar account, so the request was closed.':
    '{0} ya no tiene una cuenta de Minbar, así que la solicitud se cerró.',
  '{0} won’t give the khutbah on {1}': '{0} no va a dar la jutba del {1}',
  '{0} is no longer free on {1}': '{0} ya no está disponible el {1}',
  '{0} is no longer giving the khutbah on {1}': '{0} ya no va a dar la jutba del {1}',
  '{0} has removed {1} from this khutbah.': '{0} retiró a {1} de esta jutba.',
  'Your masjid has canceled the khutbah on {0}': 'Tu mezquita canceló la jutba del {0}',
  '{0} has taken this khutbah off your schedule, so {1} won’t be giving it.':
    '{0} quitó esta jutba del calendario de tu mezquita, así que {1} no va a darla.',
  'Your masjid has moved the khutbah on {0}': 'Tu mezquita cambió el horario de la jutba del {0}',
  '{0} has moved this khutbah to a new time. {1} has been told.':
    '{0} pasó esta jutba a un nuevo horario. Ya avisamos a {1}.',
  'Calendar update: the khutbah of {0} on {1}': 'Actualización del calendario: la jutba de {0} del {1}',
  '{0} is confirmed for this khutbah.': 'Esta jutba está confirmada a nombre de {0}.',
  '{0} hasn’t confirmed the new time yet.': '{0} aún no ha confirmado el nuevo horario.',
  '{0} asks for your approval': '{0} pide tu aprobación',
  '{0} would like to give this khutbah. Your masjid takes requests only from khateebs it has approved. If you approve this khateeb, we will let the khateeb know.':
    'A {0} le gustaría dar esta jutba. Tu mezquita solo recibe solicitudes de jatibs que aprobó. Si apruebas a este jatib, se lo avisamos.',

  // Digests
  'These are several updates in one email, the most urgent first.':
    'Estas son varias novedades en un solo correo, primero las más urgentes.',
  '{0} invites you to give {1} khutbahs': '{0} te invita a dar {1} jutbas',
  '{0} invites to give khutbahs': '{0} invitaciones para dar jutbas',
  '{0} updates about your khutbahs': {
    one: 'Una novedad sobre tus jutbas',
    many: '{0} novedades sobre tus jutbas',
    other: '{0} novedades sobre tus jutbas',
  },
  '{0} (and {1} more updates)': {
    one: '{0} (y otra novedad)',
    many: '{0} (y {1} novedades más)',
    other: '{0} (y {1} novedades más)',
  },
  'And {0} more: your dashboard shows everything.': {
    one: 'Y una más: tu panel lo muestra todo.',
    many: 'Y {0} más: tu panel lo muestra todo.',
    other: 'Y {0} más: tu panel lo muestra todo.',
  },
  'In their own words': 'En sus propias palabras',
  Also: 'Además',
  'Before that, {0}': 'Antes, {0}',
}
