import { nextHandlers } from '@latchkey/plugin-siwx/server'
import { signIn } from '../../../../server/signIn.ts'

/** `nonce`, `authenticate`, `me` and `sign-out`: what `siwx({ backend: '/api/siwx' })` calls in the page. */
export const { GET, POST } = nextHandlers({
  handle: async (request) => (await signIn()).handle(request),
})
