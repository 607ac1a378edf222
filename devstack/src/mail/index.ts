export { type Mail, type MailOptions, type MailSink, startMail } from './startMail.js'
