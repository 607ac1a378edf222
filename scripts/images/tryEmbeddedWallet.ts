import { strictEqual } from 'node:assert'
import { startMail } from '../../devstack/src/mail/index.js'
import { startPostgres } from '../../devstack/src/postgres/index.js'
import {
  appOrigin as app,
  createCaller,
  signInByMail,
} from '../../services/embedded-wallet/test/startService.js'
import type { Container } from './containerTool.js'
import { type Databases, readOk, type ServedImage, serve } from './serve.js'

const metricsToken = 'token-of-the-images'

/** A login by mail, on the database that the image has and on PostgreSQL, and again after a restart. */
export async function tryEmbeddedWallet(container: Container, image: ServedImage): Promise<void> {
  const mail = await startMail()
  const postgres = await startPostgres()
  try {
    await container.run(['latchkey-embedded-wallet', 'key', '/data/wallet.keys'])
    const environment = {
      LATCHKEY_PUBLIC_ORIGIN: image.url,
      LATCHKEY_ALLOWED_ORIGINS: app,
      LATCHKEY_SMTP: mail.smtpUrl,
      LATCHKEY_METRICS_TOKEN: metricsToken,
      LATCHKEY_MAIL_FROM: 'Wallet <wallet@example.org>',
    }
    const databases: Databases = {
      embedded: {},
      PostgreSQL: { LATCHKEY_DATABASE: await postgres.createDatabase('wallet') },
    }
    for (const [kind, own] of Object.entries(databases)) {
      const email = `${kind.toLowerCase()}@example.com`
      const ask = createCaller(image.url)
      let access: string | undefined
      await serve(container, image, { ...environment, ...own }, async () => {
        const { status, body } = await signInByMail(ask, mail, email)
        strictEqual(status, 200, `The login by mail was answered with ${status}.`)
        access = body.access
        const metrics = await readOk(`${image.url}/metrics`, { authorization: `Bearer ${metricsToken}` })
        strictEqual(/^latchkey_logins_total\{kind="email"\} (\d+)$/m.exec(metrics)?.[1], '1')
        await readOk(`${image.url}/frame?origin=${app}`)
      })
      await serve(container, image, { ...environment, ...own }, async () => {
        const { status, body } = await ask('/v1/session/read', {}, access)
        strictEqual(`${status} ${body.email}`, `200 ${email}`)
      })
      console.log(`embedded-wallet: logged in by mail before and after a restart, on the ${kind} database`)
    }
  } finally {
    await postgres.stop()
    await mail.stop()
  }
}
