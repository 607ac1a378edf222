import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type MailSink, startMail } from '@latchkey/devstack/mail'

/**
 * How many people the embedded wallet's service signs in: `npx tsx bench/embeddedWallet.ts [logins] [at once]`. One login is
 * whole: a code asked for, sent over SMTP and read from the mail, the code answered, a wallet's split stored, and its share
 * released. The service is its published command in a process of its own, on its embedded database with durable commits;
 * people and the mail server are this process, on the same two cores.
 */
const logins = Number(process.argv[2] ?? 10_000)
const atOnce = Number(process.argv[3] ?? 24)
const samples = 10
const root = fileURLToPath(new URL('..', import.meta.url))
const cli = join(root, 'services/embedded-wallet/src/cli.ts')
const origin = 'https://app.example.com'
const loader = ['--import', 'tsx']

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function startService(folder: string, mail: MailSink): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const keys = join(folder, 'keys')
  execFileSync(process.execPath, [...loader, cli, 'key', keys], { cwd: root })
  const env = {
    ...process.env,
    LATCHKEY_PUBLIC_ORIGIN: url,
    LATCHKEY_ALLOWED_ORIGINS: origin,
    LATCHKEY_DATABASE: join(folder, 'wallet.db'),
    LATCHKEY_KEYS: keys,
    LATCHKEY_SMTP: mail.smtpUrl,
    LATCHKEY_MAIL_FROM: 'Wallet <wallet@example.org>',
    LATCHKEY_PORT: String(port),
    LATCHKEY_PROXIES: '1',
  }
  const child = spawn(process.execPath, [...loader, cli], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout!, 'data')
  return { child, url }
}

/** Everybody comes from an address of their own, so that the limits per address stay as they are in production. */
const addressOf = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`

function createPerson(url: string, index: number) {
  return async (path: string, body: object, access?: string): Promise<any> => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'latchkey-app-origin': origin,
        'x-forwarded-for': addressOf(index),
        ...(access === undefined ? {} : { authorization: `Bearer ${access}` }),
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
}

async function signIn(url: string, mail: MailSink, index: number): Promise<void> {
  const ask = createPerson(url, index)
  const email = `person${index}@example.com`
  const { login } = await ask('/v1/login/email', { email })
  const { text } = await mail.next(email)
  const code = /code is (\d{6})/.exec(text)?.[1]
  const { access } = await ask('/v1/login/code', { login, code })
  const split = {
    id: randomBytes(16).toString('hex'),
    share: randomBytes(17).toString('base64url'),
    recoveries: [{ kind: 'code', sealed: randomBytes(60).toString('base64url') }],
  }
  const addresses = {
    evm: `0x${index.toString(16).padStart(40, '0')}`,
    solana: '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM',
  }
  await ask('/v1/wallet/create', { addresses, split }, access)
  const { share } = await ask('/v1/wallet/share', { split: split.id }, access)
  if (share !== split.share) throw new Error('Another share was released.')
}

const megabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
/** Seconds of processor time; Linux counts in hundredths. */
const processorSeconds = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
const mail = await startMail()
const { child, url } = await startService(folder, mail)
const pid = child.pid!
try {
  let next = 0
  console.log(`load ${loadavg()[0]?.toFixed(1)}; ${logins} logins, ${atOnce} at once`)
  for (let sample = 1; sample <= samples; sample += 1) {
    const last = Math.floor((logins * sample) / samples)
    const [began, used, first] = [performance.now(), processorSeconds(pid), next]
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (next < last) {
          next += 1
          await signIn(url, mail, next)
        }
      }),
    )
    const seconds = (performance.now() - began) / 1000
    const done = next - first
    const each = ((processorSeconds(pid) - used) * 1000) / done
    console.log(
      `${String(next).padStart(6)}: ${(done / seconds).toFixed(0)} logins/s, ${each.toFixed(1)} ms of processor each, ${megabytes(pid).toFixed(0)} MB`,
    )
  }
} finally {
  child.kill()
  await once(child, 'exit')
  await mail.stop()
  await rm(folder, { recursive: true, force: true })
}
