import { i18n } from '@lingui/core'
import { messages } from '../words/first-paint.en.po'

i18n.load('en', messages)
i18n.activate('en')

// Exported under another name than `i18n`, because Lingui's extractor would take every `i18n._()` for a message.
export { i18n as lingui }
