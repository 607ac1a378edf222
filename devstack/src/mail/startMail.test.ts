import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailSink, startMail } from './index.js'

let mail: MailSink
beforeAll(async () => {
  mail = await startMail()
})
afterAll(() => mail.stop())

const send = (to: string, subject: string, text: string) =>
  createTransport(mail.smtpUrl).sendMail({ from: 'Wallet <wallet@example.org>', to, subject, text })

test('keeps what is sent to it, for tests and as JSON', async () => {
  const waiting = mail.next('first@example.com')
  await send('first@example.com', 'Your code', 'Code: 123456')
  expect(await waiting).toMatchObject({
    recipients: ['first@example.com'],
    subject: 'Your code',
    text: expect.stringContaining('123456'),
  })
  await send('second@example.com', 'Other', 'text')
  const response = await fetch(`${mail.url}/mails?to=second@example.com`)
  expect(await response.json()).toMatchObject([{ subject: 'Other' }])
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

/** Begins a mail, and goes away. */
async function leaveMail(): Promise<void> {
  const { port, hostname } = new URL(mail.smtpUrl)
  const client = connect(Number(port), hostname)
  let told = ''
  client.on('data', (chunk) => {
    told += String(chunk)
  })
  await expect.poll(() => told).toContain('220 ')
  client.write('EHLO localhost\r\nMAIL FROM:<wallet@example.org>\r\n')
  await expect.poll(() => told).toContain('Accepted')
  client.resetAndDestroy()
}

test('goes on when clients go away in the middle of a mail', async () => {
  await leaveMail()
  await leaveMail()
  await send('fourth@example.com', 'Afterwards', 'text')
  expect(await mail.next('fourth@example.com')).toMatchObject({ subject: 'Afterwards' })
})

test('lists mails as a page on which nothing of them is markup', async () => {
  await send(
    'third@example.com',
    '<script>alert(1)</script>',
    'See https://example.org/a?b=1&c=2 <img src=x onerror=alert(1)>',
  )
  const response = await fetch(`${mail.url}/`)
  const page = await response.text()
  expect(page).toContain('&lt;script&gt;')
  expect(page).toContain('<a href="https://example.org/a?b=1&amp;c=2">')
  expect(page).not.toContain('<script>')
  expect(page).not.toContain('<img')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
})
