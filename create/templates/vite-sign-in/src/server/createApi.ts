import type { IncomingMessage, ServerResponse } from 'node:http'
import { nodeHandler } from '@latchkey/plugin-siwx/server'
import { createSignIn } from './createSignIn.ts'
import { readSecret } from './readSecret.ts'
import type { Settings } from './readSettings.ts'

/** Answers the routes below `/api/`, and says whether a request was for one of them. */
export async function createApi(settings: Settings) {
  const signIn = await createSignIn(settings)
  const routes = [
    // `nonce`, `authenticate`, `me` and `sign-out`: what `siwx({ backend: '/api/siwx' })` calls in the page.
    { path: /^\/api\/siwx\//, handle: nodeHandler(signIn.handle) },
    { path: /^\/api\/secret$/, handle: nodeHandler((request) => readSecret(signIn, request)) },
  ]
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { pathname } = new URL(request.url ?? '/', settings.origin)
    const route = routes.find(({ path }) => path.test(pathname))
    if (!route) return false
    await route.handle(request, response)
    return true
  }
}
