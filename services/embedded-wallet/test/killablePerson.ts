import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { MailSink } from '../../../devstack/src/mail/index.js'
import { createSoftPasskey } from './softPasskey.js'
import { type Ask, appOrigin, codeIn, createCaller, linkIn, signInByMail } from './startService.js'

const solana = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'
const newToken = () => randomBytes(32).toString('base64url')
const newSplit = () => ({
  id: randomBytes(16).toString('hex'),
  share: randomBytes(17).toString('base64url'),
  recoveries: [{ kind: 'code', sealed: randomBytes(60).toString('base64url') }],
})
type Split = ReturnType<typeof newSplit>

/** Where a service is, for one person of it. */
export interface Place {
  readonly url: string
  readonly publicOrigin: string
  readonly mail: MailSink
  /** Told of each answer that a person has. */
  readonly onAnswer?: () => void
}

/** Things that the service confirmed to one person. A request without an answer may have been carried out, or not. */
interface Confirmed {
  id?: string
  /** One of them is the wallet's first; the others came after it. */
  readonly splits: Split[]
  readonly sessions: { access: string; refresh: string; before?: string }[]
  /** Tokens of sessions that the person ended. */
  readonly ended: string[]
}

export interface KillablePerson {
  readonly name: string
  /** Signs up, makes a wallet and does everything that writes, until the service is gone. Every answer is expected to be a yes. */
  live(place: Place): Promise<void>
  /** Expects all that was confirmed, all of the wallet or nothing of it, and that the person gets in and has it all. */
  check(place: Place): Promise<void>
}

/** Whether the service went away before its answer was there, which is no answer of it. */
export const isGone = (error: unknown) => error instanceof TypeError || error instanceof SyntaxError

/** A person with a number, known by an email address or, every other one, by a passkey. */
export function createKillablePerson(index: number): KillablePerson {
  const name = `person${index}`
  const email = `${name}@example.com`
  const addresses = { evm: `0x${index.toString(16).padStart(40, '0')}`, solana }
  const passkey = index % 2 === 0 ? undefined : createSoftPasskey()
  const confirmed: Confirmed = { splits: [], sessions: [], ended: [] }

  const headers = { 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}` }
  function askAt({ url, onAnswer }: Place): Ask {
    const ask = createCaller(url, { headers })
    return async (...asked) => {
      const answer = await ask(...asked)
      onAnswer?.()
      return answer
    }
  }
  async function sure(asked: ReturnType<Ask>, what: string) {
    const { status, body } = await asked
    expect([name, what, status, status === 200 ? {} : body]).toEqual([name, what, 200, {}])
    return body
  }

  async function byPasskey(place: Place, path: string) {
    const ask = askAt(place)
    const { login, options } = await sure(ask(`${path}/start`), path)
    const ceremony = {
      ...{ challenge: options.challenge, origin: place.publicOrigin, topOrigin: appOrigin },
      rpId: new URL(place.publicOrigin).hostname,
    }
    const response = path.endsWith('new') ? passkey?.create(ceremony) : passkey?.get(ceremony)
    return ask(`${path}/finish`, { login, response })
  }

  /** A device of theirs that the service doesn't know is approved by the mail. */
  async function byMail(place: Place) {
    const ask = askAt(place)
    const before = place.mail.mails(email).length
    const { login, action } = await sure(ask('/v1/login/email', { email }), 'mail')
    let { text } = await place.mail.next(email, before)
    if (action === 'VERIFY_DEVICE') {
      const own = createCaller(place.url, { headers: { origin: place.publicOrigin } })
      await sure(own('/v1/approval/approve', { token: linkIn(text) }), 'approve')
      text = (await place.mail.next(email, before + 1)).text
    }
    return ask('/v1/login/code', { login, code: codeIn(text) })
  }

  function keep({ access, refresh, person }: { access: string; refresh: string; person: { id: string } }) {
    expect([name, confirmed.id ?? person.id]).toEqual([name, person.id])
    confirmed.id = person.id
    const session = { access, refresh }
    confirmed.sessions.push(session)
    return session
  }

  async function live(place: Place): Promise<void> {
    const ask = askAt(place)
    const signedUp = passkey
      ? byPasskey(place, '/v1/login/passkey/new')
      : signInByMail(ask, place.mail, email)
    const { access } = keep(await sure(signedUp, 'sign-up'))
    for (const path of ['create', 'split', 'split']) {
      const split = newSplit()
      await sure(ask(`/v1/wallet/${path}`, path === 'create' ? { addresses, split } : split, access), path)
      confirmed.splits.push(split)
      const { share } = await sure(ask('/v1/wallet/share', { split: split.id }, access), 'share')
      expect(share).toBe(split.share)
    }
    if (!passkey) return
    const second = keep(await sure(byPasskey(place, '/v1/login/passkey'), 'passkey'))
    const { refresh } = second
    const next = newToken()
    // Until it's confirmed, either of them is the session's.
    Object.assign(second, { refresh: next, before: refresh, access: '' })
    second.access = (await sure(ask('/v1/session/refresh', { refresh, next }), 'refresh')).access
    confirmed.sessions.pop()
    await sure(ask('/v1/session/end', {}, second.access), 'end')
    confirmed.ended.push(second.access)
  }

  async function checkSessions(place: Place): Promise<void> {
    const ask = askAt(place)
    for (const { access, refresh, before } of confirmed.sessions) {
      if (access !== '')
        expect((await sure(ask('/v1/session/read', {}, access), 'session')).id).toBe(confirmed.id)
      const tokens = { refresh: before ?? refresh, next: before === undefined ? newToken() : refresh }
      await sure(ask('/v1/session/refresh', tokens), 'refresh')
    }
    for (const access of confirmed.ended) {
      expect((await ask('/v1/session/read', {}, access)).status).toBe(401)
    }
  }

  /** Tries to sign in first where the answer to signing up was lost. */
  async function signIn(place: Place) {
    if (!passkey) return keep(await sure(byMail(place), 'login'))
    const known = await byPasskey(place, '/v1/login/passkey')
    if (known.status === 200) return keep(known.body)
    expect([name, known.body.code, confirmed.id]).toEqual([name, 'login_failed', undefined])
    return keep(await sure(byPasskey(place, '/v1/login/passkey/new'), 'sign-up'))
  }

  return {
    name,
    live,
    async check(place) {
      await checkSessions(place)
      const ask = askAt(place)
      const { access } = await signIn(place)
      const { wallet, splits } = await sure(ask('/v1/wallet/read', {}, access), 'wallet')
      const ids: string[] = splits.map(({ id }: Split) => id)
      expect(ids).toEqual(expect.arrayContaining(confirmed.splits.map(({ id }) => id)))
      expect([name, wallet]).toEqual([name, ids.length === 0 ? null : addresses])
      const { recoveries } = await sure(ask('/v1/wallet/recoveries', {}, access), 'recoveries')
      expect(recoveries.map(({ split }: { split: string }) => split).sort()).toEqual(ids.toSorted())
      for (const {
        id,
        share,
        recoveries: [recovery],
      } of confirmed.splits) {
        expect(await sure(ask('/v1/wallet/share', { split: id }, access), 'share')).toEqual({ share })
        expect(recoveries).toContainEqual({ ...recovery, split: id, id: expect.any(String) })
      }
      if (wallet === null)
        await sure(ask('/v1/wallet/create', { addresses, split: newSplit() }, access), 'create')
    },
  }
}
