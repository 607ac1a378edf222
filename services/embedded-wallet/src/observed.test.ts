// What those who run the service see of it: health, counters and the audit log. None of it is about a person's secrets.
import { join } from 'node:path'
import { openDatabase } from '@latchkey/service-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../../devstack/src/http/freePort.js'
import { codeIn, createCaller, startService, type TestService, wrong } from '../test/startService.js'
import { migrations } from './database/migrations.js'
import { openFileKeys } from './envelope/fileKeys.js'
import type { KeyManagement } from './envelope/keyManagement.js'
import type { Schema } from './database/schema.js'

const email = 'watched@example.com'
const split = {
  id: 'a'.repeat(32),
  share: 'c2hhcmUtb2YtdGhlLXNlcnZlcg',
  recoveries: [{ kind: 'code', sealed: 'c2VhbGVk' }],
}
const addresses = {
  evm: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  solana: '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM',
}

const metricsToken = 'token-of-those-who-watch'
let running: TestService
/** Whatever must not be seen. */
const secrets: string[] = [email, split.share]
beforeAll(async () => {
  running = await startService({ metricsToken })
  const ask = createCaller(running.service.url)
  const started = await ask('/v1/login/email', { email })
  const code = codeIn((await running.mail.next(email)).text)
  await ask('/v1/login/code', { login: started.body.login, code: wrong(code) })
  const { body } = await ask('/v1/login/code', { login: started.body.login, code })
  await ask('/v1/wallet/create', { addresses, split }, body.access)
  await ask('/v1/wallet/share', { split: split.id }, body.access)
  await ask('/v1/session/end', {}, body.access)
  secrets.push(code, started.body.login, body.access, body.refresh, body.deviceToken)
})
afterAll(async () => {
  expect(running.faults).toEqual([])
  await running.stop()
})

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${running.service.url}${path}`, { headers })
  return { status: response.status, text: await response.text() }
}

test('health is told to anyone, and nothing else with it', async () => {
  expect(await read('/health')).toEqual({ status: 200, text: '{"status":"ok"}' })
})

test('a service that is still opening its database says so, and answers once it is there', async () => {
  const port = await freePort()
  const files = await openFileKeys(running.keyFile)
  let open = () => {}
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  const derive: KeyManagement['derive'] = async (purpose) => {
    await isOpen
    return files.derive(purpose)
  }
  const starting = startService({ port, keys: { ...files, derive } })
  const ask = () => fetch(`http://127.0.0.1:${port}/health`)
  const early = await vi.waitFor(ask, { timeout: 30_000 })
  open()
  const started = await starting
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await early.json()).toMatchObject({ code: 'service_unavailable' })
  expect((await ask()).status).toBe(200)
  await started.stop()
})

test('metrics count each step of a login and of a wallet, and name no one', async () => {
  const { status, text } = await read('/metrics', { authorization: `Bearer ${metricsToken}` })
  expect(status).toBe(200)
  const lines = text.split('\n')
  for (const line of [
    'latchkey_codes_sent_total 1',
    'latchkey_codes_wrong_total 1',
    'latchkey_logins_total{kind="email"} 1',
    'latchkey_wallets_created_total 1',
    'latchkey_shares_released_total 1',
    'latchkey_refused_total{kind="code_wrong"} 1',
    '# TYPE latchkey_requests_total counter',
  ])
    expect(lines).toContain(line)
  for (const secret of secrets) expect(text).not.toContain(secret)
})

test('metrics are there for whoever has the token, and for nobody where there is none', async () => {
  for (const headers of [{}, { authorization: 'Bearer another-token' }, { authorization: metricsToken }]) {
    expect((await read('/metrics', headers as Record<string, string>)).status).toBe(404)
  }
  const closed = await startService()
  const headers = { authorization: 'Bearer undefined' }
  expect((await fetch(`${closed.service.url}/metrics`, { headers })).status).toBe(404)
  await closed.stop()
  await expect(startService({ metricsToken: 'short' })).rejects.toMatchObject({ code: 'INVALID_OPTION' })
})

test('the audit log has each step with its app, and no secret', async () => {
  const database = await openDatabase<Schema>({
    target: join(running.folder, 'wallet.db'),
    migrations,
    what: 'a test',
  })
  const rows = await database.reads.selectFrom('audit').selectAll().orderBy('at').execute()
  await database.close()
  expect(rows.map(({ event }) => event).sort()).toEqual(
    ['code-sent', 'code-wrong', 'share-released', 'signed-in', 'signed-out', 'wallet-created'].sort(),
  )
  expect(new Set(rows.map(({ origin }) => origin))).toEqual(new Set(['https://app.example.com']))
  const text = JSON.stringify(rows)
  for (const secret of secrets) expect(text).not.toContain(secret)
})
