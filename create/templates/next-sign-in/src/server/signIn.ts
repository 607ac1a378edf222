import type { SiwxHandlers } from '@latchkey/plugin-siwx/server'
import { createSignIn } from './createSignIn.ts'
import { readSettings } from './readSettings.ts'

let made: Promise<SiwxHandlers> | undefined

/** Made with the first request: `next build` loads this file too, and has neither the secret nor the database. */
export function signIn(): Promise<SiwxHandlers> {
  made ??= createSignIn(readSettings(process.env)).catch((error) => {
    made = undefined // the next request tries again
    throw error
  })
  return made
}
