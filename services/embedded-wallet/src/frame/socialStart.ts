import { say } from '../words/say.js'
import { drawText } from './drawText.js'
import { readWords } from './readWords.js'

/** The window of a login, before it is led to the provider. */
drawText(document.body, say`Opening the login page…`, readWords())
