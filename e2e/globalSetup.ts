import { serveApp } from './serveApp.js'

/** Builds the test app as a host would ship it and serves it under a strict content security policy. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const app = await serveApp()
  process.env['LATCHKEY_E2E_URL'] = app.url
  return app.stop
}
