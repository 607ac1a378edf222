import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Hono } from 'hono'
import {
  approveDevice,
  finishEmailLogin,
  isDeviceApproved,
  readApproval,
  startEmailLogin,
} from '../login/emailLogin.js'
import { finishFarcasterLogin, startFarcasterLogin } from '../login/farcaster/farcasterLogin.js'
import { createHostTokenCheck } from '../login/hostToken.js'
import { finishPasskeyLogin, signUpByPasskey, startNewPasskey, startPasskeyLogin } from '../login/passkeys.js'
import { takeFrom } from '../rates/limits.js'
import type { Service } from '../service.js'
import { ServiceError } from '../serviceError.js'
import { signIn } from '../sessions/signIn.js'
import { finishSocialLogin, startSocialLogin } from '../social/socialProviders.js'
import { bodies } from './bodies.js'
import { readBody, readCaller, readWords } from './requests.js'

/** Every way to become somebody. */
export function addLoginRoutes(app: Hono, service: Service, proxies: number): void {
  app.post('/v1/login/email', async (context) => {
    const caller = await readCaller(service, context, proxies)
    return context.json(await startEmailLogin(service, caller, await readBody(context, bodies.email)))
  })
  app.post('/v1/login/device', async (context) => {
    const caller = await readCaller(service, context, proxies)
    const { login } = await readBody(context, bodies.login)
    return context.json({ isApproved: await isDeviceApproved(service, caller, login) })
  })
  app.post('/v1/login/code', async (context) => {
    const caller = await readCaller(service, context, proxies)
    const { login, code } = await readBody(context, bodies.answer)
    return context.json(await finishEmailLogin(service, caller, { secret: login, code }))
  })
  app.post('/v1/login/social/start', async (context) => {
    const caller = await readCaller(service, context, proxies)
    return context.json(await startSocialLogin(service, caller, await readBody(context, bodies.provider)))
  })
  app.post('/v1/login/social/finish', async (context) => {
    const caller = await readCaller(service, context, proxies)
    const { login, uri } = await readBody(context, bodies.socialResult)
    return context.json(await finishSocialLogin(service, caller, { secret: login, uri }))
  })
  app.post('/v1/login/farcaster/start', async (context) =>
    context.json(await startFarcasterLogin(service, await readCaller(service, context, proxies))),
  )
  app.post('/v1/login/farcaster/finish', async (context) => {
    const caller = await readCaller(service, context, proxies)
    const { login } = await readBody(context, bodies.login)
    return context.json(await finishFarcasterLogin(service, caller, login))
  })
  addHostTokenRoute(app, service, proxies)
  addPasskeyRoutes(app, service, proxies)
  addApprovalRoutes(app, service)
}

function addPasskeyRoutes(app: Hono, service: Service, proxies: number): void {
  app.post('/v1/login/passkey/start', async (context) =>
    context.json(await startPasskeyLogin(service, await readCaller(service, context, proxies))),
  )
  app.post('/v1/login/passkey/finish', async (context) => {
    const caller = await readCaller(service, context, proxies)
    const { login, response } = await readBody(context, bodies.passkey)
    return context.json(
      await finishPasskeyLogin(service, caller, {
        secret: login,
        response: response as AuthenticationResponseJSON,
      }),
    )
  })
  app.post('/v1/login/passkey/new/start', async (context) =>
    context.json(await startNewPasskey(service, await readCaller(service, context, proxies), undefined)),
  )
  app.post('/v1/login/passkey/new/finish', async (context) => {
    const caller = await readCaller(service, context, proxies)
    const { login, response } = await readBody(context, bodies.newPasskey)
    return context.json(await signUpByPasskey(service, caller, { secret: login, response }))
  })
}

function addHostTokenRoute(app: Hono, service: Service, proxies: number): void {
  const check = service.hostTokens && createHostTokenCheck(service.hostTokens, service.clock)
  app.post('/v1/login/token', async (context) => {
    const caller = await readCaller(service, context, proxies)
    if (!check)
      throw new ServiceError(404, 'not_available', 'This way to sign in is not set up. Choose another one.')
    await takeFrom(service.rates, service.limits, 'triesPerIp', caller.ip)
    const { token } = await readBody(context, bodies.hostToken)
    const proven = await check(token)
    return context.json(await signIn(service, caller, { provider: 'token', ...proven, deviceId: null }))
  })
}

/** Asked by the page that the mail's link opens, which no app frames: it has no app. */
function addApprovalRoutes(app: Hono, service: Service): void {
  app.post('/v1/approval/read', async (context) => {
    requireOwnPage(service, context.req.header('origin'))
    const { token } = await readBody(context, bodies.link)
    return context.json(await readApproval(service, token))
  })
  app.post('/v1/approval/approve', async (context) => {
    requireOwnPage(service, context.req.header('origin'))
    const { token } = await readBody(context, bodies.link)
    await approveDevice(service, token, readWords(service, context))
    return context.json({})
  })
}

function requireOwnPage({ publicOrigin }: Service, from: string | undefined): void {
  if (from !== publicOrigin)
    throw new ServiceError(403, 'unauthorized', "Only the wallet's own page may ask this.")
}
