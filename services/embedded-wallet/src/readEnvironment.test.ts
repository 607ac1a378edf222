import { expect, test } from 'vitest'
import { readEnvironment } from './readEnvironment.js'

const needed = {
  LATCHKEY_PUBLIC_ORIGIN: 'https://wallet.example.com',
  LATCHKEY_ALLOWED_ORIGINS: 'https://app.example.com  https://*.example.com',
  LATCHKEY_SMTP: 'smtp://mail.example.com',
  LATCHKEY_MAIL_FROM: 'Wallet <no-reply@example.com>',
}
const noFile = async () => {
  throw new Error('no file')
}

test('reads what is needed, and leaves out what is not set', async () => {
  expect(await readEnvironment(needed, noFile)).toEqual({
    publicOrigin: 'https://wallet.example.com',
    allowedOrigins: ['https://app.example.com', 'https://*.example.com'],
    database: './wallet.db',
    keys: './wallet.keys',
    smtp: { url: 'smtp://mail.example.com', from: 'Wallet <no-reply@example.com>' },
    host: '127.0.0.1',
    port: 8787,
    proxies: 0,
  })
})

test.each(Object.keys(needed))('says that %s is missing', async (name) => {
  await expect(readEnvironment({ ...needed, [name]: undefined }, noFile)).rejects.toThrow(
    `${name} is not set. Set it to`,
  )
})

test.each([
  ['LATCHKEY_PORT', 'many'],
  ['LATCHKEY_PROXIES', '-1'],
  ['LATCHKEY_FARCASTER_RPC', 'mainnet.optimism.io'],
  ['LATCHKEY_FARCASTER_RPC', 'file:///etc/passwd'],
])('refuses %s=%s', async (name, value) => {
  await expect(readEnvironment({ ...needed, [name]: value }, noFile)).rejects.toMatchObject({
    code: 'INVALID_OPTION',
  })
})

test('reads where Farcaster is, with a relay of its own only when one is named', async () => {
  const [rpcUrl, relay] = ['https://op.example.com/key', 'https://relay.example.com']
  const first = { ...needed, LATCHKEY_FARCASTER_RPC: rpcUrl }
  expect((await readEnvironment(first, noFile)).farcaster).toEqual({ rpcUrl })
  const both = { ...first, LATCHKEY_FARCASTER_RELAY: relay }
  expect((await readEnvironment(both, noFile)).farcaster).toEqual({ rpcUrl, relay })
})

test('reads providers from a file, and refuses unknown ones', async () => {
  const read = (social: unknown) =>
    readEnvironment({ ...needed, LATCHKEY_SOCIAL: 'social.json' }, async () => JSON.stringify(social))
  const google = { kind: 'openid', issuer: 'https://accounts.google.com', clientId: 'a', clientSecret: 'b' }
  expect((await read({ google })).social).toEqual({ google })
  const oauth = {
    kind: 'oauth',
    authorizationEndpoint: 'https://github.example.com/login/oauth/authorize',
    tokenEndpoint: 'https://github.example.com/login/oauth/access_token',
    userEndpoint: 'https://github.example.com/api/v3/user',
    issuer: 'https://github.example.com/login/oauth',
    scope: 'read:user',
    subjectField: 'id',
    nameField: 'login',
    clientId: 'a',
    clientSecret: 'b',
  }
  expect((await read({ github: oauth })).social).toEqual({ github: oauth })
  await expect(read({ myspace: google })).rejects.toThrow('is no list of providers')
  await expect(read({ google: { ...google, issuer: 'google' } })).rejects.toThrow('is no list of providers')
})
