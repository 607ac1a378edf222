import { losesWindows, type Surroundings } from './losesWindows.js'

/** Whether passkeys work here: no browser inside another app makes or uses one, and old browsers don't know them. */
export const takesPasskeys = (view: Surroundings & { readonly PublicKeyCredential?: unknown }): boolean =>
  view.PublicKeyCredential !== undefined && !losesWindows(view)
