import { describe, expect, it } from 'vitest'
import { createSessions } from './createSessions.js'
import { memorySessions } from './memorySessions.js'
import { readToken, writeToken } from './sessionToken.js'

const OLD = 'old-secret-old-secret-old-secret-old'
const NEW = 'new-secret-new-secret-new-secret-new'
const ACCOUNT = 'eip155:1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

function setUp(secrets: readonly string[] = [OLD]) {
  const store = memorySessions()
  const time = { now: 1_000_000 }
  const clock = () => time.now
  const options = { store, clock, lifetime: 1000, rotateAfter: 100, grace: 10 }
  return {
    time,
    sessions: createSessions({ ...options, secrets }),
    withSecrets: (other: readonly string[]) => createSessions({ ...options, secrets: other }),
  }
}

describe('session tokens', () => {
  it('reads its own token and no other', async () => {
    const { sessions, withSecrets } = setUp()
    const { token, session } = await sessions.start([ACCOUNT, ACCOUNT])
    expect(session.accountIds).toEqual([ACCOUNT])
    expect(await sessions.read(token)).toEqual({ ok: true, session })
    const malformed = { ok: false, code: 'SESSION_MALFORMED' }
    for (let index = 0; index < token.length; index++) {
      const other = token[index] === 'A' ? 'B' : 'A'
      expect(
        await sessions.read(`${token.slice(0, index)}${other}${token.slice(index + 1)}`),
        `${index}`,
      ).toEqual(malformed)
      expect(await sessions.read(token.slice(0, index))).toEqual(malformed)
    }
    expect(await sessions.read(`${token}.x`)).toEqual(malformed)
    expect(await sessions.read('x'.repeat(10_000))).toEqual(malformed)
    expect(await withSecrets([NEW]).read(token)).toEqual(malformed)
  })

  it('takes the secret before the current one', async () => {
    const { sessions, withSecrets } = setUp()
    const { token } = await sessions.start([ACCOUNT])
    expect(await withSecrets([NEW, OLD]).read(token)).toMatchObject({ ok: true })
  })

  it('ends', async () => {
    const { sessions, time } = setUp()
    const { token } = await sessions.start([ACCOUNT])
    time.now += 999_999
    expect(await sessions.read(token)).toMatchObject({ ok: true })
    time.now += 1
    expect(await sessions.read(token)).toEqual({ ok: false, code: 'SESSION_EXPIRED' })
  })

  it('rotates when due, once, and takes the token before for the grace', async () => {
    const { sessions, time } = setUp()
    const { token } = await sessions.start([ACCOUNT])
    time.now += 100_000
    const results = await Promise.all([1, 2, 3].map(() => sessions.read(token)))
    const rotated = results.flatMap((result) => (result.ok && result.token ? [result.token] : []))
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(rotated).toHaveLength(1)
    time.now += 10_000
    expect(await sessions.read(token)).toMatchObject({ ok: true })
    expect(await sessions.read(rotated[0] ?? '')).toMatchObject({ ok: true })
  })

  it('leaves a token as it is where a new one cannot be handed on', async () => {
    const { sessions, time } = setUp()
    const { token } = await sessions.start([ACCOUNT])
    time.now += 100_000
    const kept = await sessions.read(token, { rotate: false })
    expect(kept).toEqual({ ok: true, session: expect.anything() })
    time.now += 10_001
    expect(await sessions.read(token)).toEqual({
      ok: true,
      session: expect.anything(),
      token: expect.any(String),
    })
  })

  it('revokes a session whose replaced token comes back', async () => {
    const { sessions, time } = setUp()
    const { token } = await sessions.start([ACCOUNT])
    time.now += 100_000
    const result = await sessions.read(token)
    const fresh = result.ok ? (result.token ?? '') : ''
    time.now += 10_001
    expect(await sessions.read(token)).toEqual({ ok: false, code: 'SESSION_REUSED' })
    expect(await sessions.read(fresh)).toEqual({ ok: false, code: 'SESSION_REVOKED' })
  })

  it('is revoked by id and by account', async () => {
    const { sessions } = setUp()
    const one = await sessions.start([ACCOUNT])
    const two = await sessions.start(['solana:x:y', ACCOUNT])
    const three = await sessions.start(['solana:x:y'])
    await sessions.revoke(one.session.id)
    expect(await sessions.read(one.token)).toEqual({ ok: false, code: 'SESSION_REVOKED' })
    await sessions.revokeAccount(ACCOUNT)
    expect(await sessions.read(two.token)).toEqual({ ok: false, code: 'SESSION_REVOKED' })
    expect(await sessions.read(three.token)).toMatchObject({ ok: true })
  })

  it('does not start without a secret of 32 characters', () => {
    expect(() => setUp(['short'])).toThrowErrorMatchingInlineSnapshot(
      `[SiwxError: createSessions cannot start: a secret is missing or shorter than 32 characters. Give random secrets from the environment, the newest first.]`,
    )
    expect(() => setUp([])).toThrow('cannot start')
  })

  it('does not read claims of another shape, even signed', () => {
    const secret = new TextEncoder().encode(OLD)
    const odd = writeToken({ id: 7 as any, generation: 1, expiresAt: 2 }, secret)
    expect(readToken(odd, [secret])).toBeUndefined()
  })
})
