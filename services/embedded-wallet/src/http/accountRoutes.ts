import type { Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import { confirmPrimary, confirmSecondary, startEmailChange } from '../login/changeEmail.js'
import { addPasskey, startNewPasskey } from '../login/passkeys.js'
import type { Caller, Service } from '../service.js'
import { readPerson } from '../sessions/readPerson.js'
import { endSession, refreshSession, type Session } from '../sessions/sessions.js'
import { addSplit, createWallet, readRecoveries, readWallet, releaseShare } from '../wallets/wallets.js'
import { bodies } from './bodies.js'
import { readBody, readCaller, requireSession } from './requests.js'

/** What a person who is signed in may ask. */
export function addAccountRoutes(app: Hono, service: Service, proxies: number): void {
  const route = <Shape extends z.core.$ZodType>(
    path: string,
    shape: Shape,
    answer: (caller: Caller, session: Session, body: z.infer<Shape>) => Promise<object | undefined>,
  ) =>
    app.post(path, async (context: Context) => {
      const caller = await readCaller(service, context, proxies)
      const session = await requireSession(service, context, caller)
      const body = await readBody(context, shape)
      return context.json((await answer(caller, session, body)) ?? {})
    })

  app.post('/v1/session/refresh', async (context) => {
    const caller = await readCaller(service, context, proxies)
    return context.json(await refreshSession(service, caller, await readBody(context, bodies.refresh)))
  })
  route('/v1/session/read', bodies.nothing, (_caller, session) => readPerson(service, session))
  route('/v1/session/end', bodies.nothing, async (caller, session) => {
    await endSession(service, caller, session)
    return undefined
  })

  route('/v1/email/change', bodies.newEmail, (caller, session, { email }) =>
    startEmailChange(service, caller, session, email),
  )
  route('/v1/email/primary', bodies.answer, (caller, session, { login, code }) =>
    confirmPrimary(service, caller, session, { secret: login, code }),
  )
  route('/v1/email/secondary', bodies.answer, (caller, session, { login, code }) =>
    confirmSecondary(service, caller, session, { secret: login, code }),
  )

  route('/v1/passkey/start', bodies.nothing, (caller, session) => startNewPasskey(service, caller, session))
  route('/v1/passkey/finish', bodies.newPasskey, async (caller, session, { login, response }) => {
    await addPasskey(service, caller, session, { secret: login, response })
    return undefined
  })

  route('/v1/wallet/read', bodies.nothing, (_caller, session) => readWallet(service, session))
  route('/v1/wallet/create', bodies.wallet, async (caller, session, body) => {
    await createWallet(service, caller, session, body)
    return undefined
  })
  route('/v1/wallet/split', bodies.split, async (caller, session, body) => {
    await addSplit(service, caller, session, body)
    return undefined
  })
  route('/v1/wallet/share', bodies.share, (caller, session, { split }) =>
    releaseShare(service, caller, session, split),
  )
  route('/v1/wallet/recoveries', bodies.nothing, async (_caller, session) => ({
    recoveries: await readRecoveries(service, session),
  }))
}
