import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Ceremony,
  createSoftPasskey,
  flags,
  type SoftAssertion,
  type SoftPasskey,
} from '../test/softPasskey.js'
import {
  type Answer,
  appOrigin,
  createCaller,
  signInByMail,
  startService,
  type TestService,
} from '../test/startService.js'

const publicOrigin = 'https://wallet.example.org'
const rpId = 'wallet.example.org'

let running: TestService
let ask: ReturnType<typeof createCaller>
beforeAll(async () => {
  running = await startService({ publicOrigin })
  ask = createCaller(running.service.address)
})
afterAll(async () => {
  expect(running.faults).toEqual([])
  await running.stop()
})

const refused = { status: 401, body: { code: 'login_failed' } }
const plain = (challenge: string, change: Partial<Ceremony> = {}): Ceremony => ({
  challenge,
  origin: publicOrigin,
  topOrigin: appOrigin,
  rpId,
  ...change,
})

async function begin(path: string, access?: string): Promise<{ login: string; challenge: string }> {
  const { status, body } = await ask(path, {}, access)
  expect(status).toBe(200)
  return { login: body.login, challenge: body.options.challenge }
}
const beginLogin = () => begin('/v1/login/passkey/start')
const beginNew = () => begin('/v1/login/passkey/new/start')

/** A new person with a passkey. */
async function signUp(passkey: SoftPasskey, change: Partial<Ceremony> = {}): Promise<Answer> {
  const { login, challenge } = await beginNew()
  return ask('/v1/login/passkey/new/finish', { login, response: passkey.create(plain(challenge, change)) })
}

async function logIn(
  passkey: SoftPasskey,
  change: Partial<Ceremony> = {},
  forge: (answer: SoftAssertion) => void = () => {},
): Promise<Answer> {
  const { login, challenge } = await beginLogin()
  const response = passkey.get(plain(challenge, change))
  forge(response)
  return ask('/v1/login/passkey/finish', { login, response })
}

describe('a login by passkey', () => {
  let passkey: SoftPasskey
  let person: string
  beforeAll(async () => {
    passkey = createSoftPasskey()
    const { status, body } = await signUp(passkey)
    expect(status).toBe(200)
    person = body.person.id
  })

  test('is of the person who made it, in the app’s frame and in the wallet’s own page', async () => {
    for (const topOrigin of [appOrigin, undefined]) {
      expect(await logIn(passkey, { topOrigin })).toMatchObject({
        status: 200,
        body: { person: { id: person } },
      })
    }
  })

  test.each<[string, Partial<Ceremony>]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that only begins alike', { origin: `${publicOrigin}.evil.example` }],
    ['the same host without TLS', { origin: 'http://wallet.example.org' }],
    ['another page around the wallet', { topOrigin: 'https://evil.example' }],
    ['another app that is allowed', { topOrigin: 'https://shop.other.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['the domain above', { rpId: 'example.org' }],
    ['another challenge', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['an empty challenge', { challenge: '' }],
    ['a new passkey’s ceremony', { type: 'webauthn.create' }],
    ['no person at the device', { flags: flags.userVerified }],
    ['a person that the device did not verify', { flags: flags.userPresent }],
    ['no flag at all', { flags: 0 }],
  ])('is refused that was signed for %s', async (_, change) => {
    expect(await logIn(passkey, change)).toMatchObject(refused)
  })

  const flip = (text: string, at: number) => {
    const bytes = Buffer.from(text, 'base64url')
    bytes[at] = (bytes[at] ?? 0) ^ 0x04
    return bytes.toString('base64url')
  }

  test.each<[string, (answer: SoftAssertion) => void]>([
    [
      'the counter raised',
      ({ response }) => (response.authenticatorData = flip(response.authenticatorData, 36)),
    ],
    ['a flag set', ({ response }) => (response.authenticatorData = flip(response.authenticatorData, 32))],
    [
      'the data cut short',
      ({ response }) => (response.authenticatorData = response.authenticatorData.slice(0, 43)),
    ],
    [
      'data behind it',
      ({ response }) => (response.authenticatorData = `${response.authenticatorData.slice(0, 48)}AAAAAAAA`),
    ],
    [
      'the signature of something else',
      ({ response }) => (response.signature = flip(response.signature, 20)),
    ],
    ['a signature of one byte', ({ response }) => (response.signature = 'AA')],
    [
      'the page’s words changed',
      ({ response }) => {
        const text = Buffer.from(response.clientDataJSON, 'base64url').toString()
        response.clientDataJSON = Buffer.from(text.replace('{', '{ ')).toString('base64url')
      },
    ],
    [
      'two challenges in the page’s words',
      ({ response }) => {
        const text = Buffer.from(response.clientDataJSON, 'base64url').toString()
        response.clientDataJSON = Buffer.from(text.replace('{', '{"challenge":"x",')).toString('base64url')
      },
    ],
    ['another id inside', (answer) => (answer.rawId = Buffer.alloc(32).toString('base64url'))],
  ])('is refused with %s after it was signed', async (_, forge) => {
    const answer = await logIn(passkey, {}, forge)
    expect(answer).toMatchObject({ status: 401 })
    expect(answer.body.access).toBeUndefined()
  })

  test('is refused of a key that is not the credential’s', async () => {
    const stranger = createSoftPasskey()
    expect(await logIn(stranger)).toMatchObject(refused)
    // Another person's credential with the attacker's key, and the other way round.
    expect(await logIn(stranger, { id: passkey.id })).toMatchObject(refused)
    const other = createSoftPasskey()
    expect((await signUp(other)).status).toBe(200)
    expect(await logIn(other, { id: passkey.id })).toMatchObject(refused)
    expect((await logIn(other)).body.person.id).not.toBe(person)
  })

  test('names its person by the credential, whatever the device says of a user', async () => {
    const other = createSoftPasskey()
    const { body } = await signUp(other)
    const answer = await logIn(other, {}, ({ response }) => {
      response.userHandle = Buffer.from(person).toString('base64url')
    })
    expect(answer.body.person.id).toBe(body.person.id)
  })

  test('is taken once, by the browser and the app that began it, within 15 minutes', async () => {
    const { login, challenge } = await beginLogin()
    const response = passkey.get(plain(challenge))
    const finish = (secret: string, caller = ask) =>
      caller('/v1/login/passkey/finish', { login: secret, response })
    // A challenge from another person's login, with an answer that's otherwise right.
    const theirs = await beginLogin()
    expect(await finish(theirs.login)).toMatchObject(refused)
    const shop = createCaller(running.service.address, { origin: 'https://shop.other.example' })
    expect(await finish(login, shop)).toMatchObject(refused)
    expect(await finish(login)).toMatchObject({ status: 200 })
    expect(await finish(login)).toMatchObject(refused)
    // An answer doesn't work a second time, for a new login.
    expect(await finish((await beginLogin()).login)).toMatchObject(refused)
    const late = await beginLogin()
    running.pass(15 * 60_000)
    expect(
      await ask('/v1/login/passkey/finish', {
        login: late.login,
        response: passkey.get(plain(late.challenge)),
      }),
    ).toMatchObject(refused)
    running.pass(-15 * 60_000)
  })

  test('of one challenge, two at once are one login', async () => {
    const { login, challenge } = await beginLogin()
    const response = passkey.get(plain(challenge))
    const answers = await Promise.all(
      [1, 2, 3].map(() => ask('/v1/login/passkey/finish', { login, response })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('with a challenge that was given for a new passkey is refused, and the other way round', async () => {
    const fresh = await beginNew()
    expect(
      await ask('/v1/login/passkey/finish', {
        login: fresh.login,
        response: passkey.get(plain(fresh.challenge)),
      }),
    ).toMatchObject(refused)
    const known = await beginLogin()
    expect(
      await ask('/v1/login/passkey/new/finish', {
        login: known.login,
        response: createSoftPasskey().create(plain(known.challenge)),
      }),
    ).toMatchObject(refused)
  })

  test('is refused when its counter goes back or stands still, as that of a copy does', async () => {
    const counting = createSoftPasskey()
    expect((await signUp(counting, { counter: 5 })).status).toBe(200)
    expect((await logIn(counting, { counter: 6 })).status).toBe(200)
    for (const counter of [6, 5, 0]) expect(await logIn(counting, { counter })).toMatchObject(refused)
    expect((await logIn(counting, { counter: 7 })).status).toBe(200)
    // Synced passkeys don't count at all.
    for (let times = 0; times < 2; times += 1) expect((await logIn(passkey, { counter: 0 })).status).toBe(200)
  })
})

describe('a new passkey', () => {
  test.each<[string, Partial<Ceremony>]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another page around the wallet', { topOrigin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['a login’s ceremony', { type: 'webauthn.get' }],
    ['no person at the device', { flags: flags.userVerified }],
    ['a person that the device did not verify', { flags: flags.userPresent }],
    ['an algorithm that was not asked for', { alg: -65535 }],
    ['an algorithm that its key is not of', { alg: -257 }],
    ['no algorithm', { alg: 0 }],
    ['a form of attestation that there is not', { fmt: 'trust-me' }],
    ['an attestation without a proof', { fmt: 'packed' }],
  ])('is refused that was made for %s', async (_, change) => {
    const answer = await signUp(createSoftPasskey(), change)
    expect(answer).toMatchObject(refused)
    expect(answer.body.access).toBeUndefined()
  })

  test('makes no second person, and takes no passkey over from one', async () => {
    const passkey = createSoftPasskey()
    const { body } = await signUp(passkey)
    expect(await signUp(passkey)).toMatchObject(refused)
    // The attacker's key under the id of another person's passkey: signing in with it would be signing in as them.
    const thief = createSoftPasskey()
    expect(await signUp(thief, { id: passkey.id })).toMatchObject(refused)
    const { body: mine } = await signInByMail(ask, running.mail, 'thief@example.com')
    const { login, challenge } = await begin('/v1/passkey/start', mine.access)
    const response = thief.create(plain(challenge, { id: passkey.id }))
    expect(await ask('/v1/passkey/finish', { login, response }, mine.access)).toMatchObject(refused)
    expect((await logIn(passkey)).body.person.id).toBe(body.person.id)
    expect(await logIn(thief, { id: passkey.id })).toMatchObject(refused)
  })

  test('made twice at once is one person’s', async () => {
    const passkey = createSoftPasskey()
    const answers = await Promise.all([signUp(passkey), signUp(passkey), signUp(passkey)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    const owner = answers.find(({ status }) => status === 200)?.body.person.id
    expect((await logIn(passkey)).body.person.id).toBe(owner)
  })

  test('is added by the session that asked for it, and logs its person in', async () => {
    const { body: mine } = await signInByMail(ask, running.mail, 'mine@example.com')
    const { body: theirs } = await signInByMail(ask, running.mail, 'theirs@example.com')
    const passkey = createSoftPasskey()
    const { login, challenge } = await begin('/v1/passkey/start', mine.access)
    const response = passkey.create(plain(challenge))
    const finish = (access?: string) => ask('/v1/passkey/finish', { login, response }, access)
    expect(await finish()).toMatchObject({ status: 401, body: { code: 'session_expired' } })
    expect(await finish(theirs.access)).toMatchObject(refused)
    // It doesn't create a new person from a challenge for a person who's already signed in.
    expect(await ask('/v1/login/passkey/new/finish', { login, response })).toMatchObject(refused)
    expect(await finish(mine.access)).toMatchObject({ status: 200 })
    expect(await finish(mine.access)).toMatchObject(refused)
    expect((await logIn(passkey)).body.person.id).toBe(mine.person.id)
    const { options } = (await ask('/v1/passkey/start', {}, mine.access)).body
    expect(options.excludeCredentials).toMatchObject([{ id: passkey.id.toString('base64url') }])
    expect(options.authenticatorSelection).toMatchObject({ userVerification: 'required' })
  })
})
