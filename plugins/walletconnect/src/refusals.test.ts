// The real client library, and relays that will not let this app in.
import type { RelayOptions } from '@latchkey/devstack/relay'
import { afterEach, expect, it } from 'vitest'
import { type Bench, startBench } from '../test/startBench.js'

let bench: Bench | undefined
afterEach(async () => {
  await bench?.stop()
  bench = undefined
})

/** An hour ago by the relay's clock, so that what the page signs now is not valid yet. */
const anHourAgo = () => Date.now() - 3_600_000

const relays: readonly (readonly [string, RelayOptions, { code: string; shortMessage: string }])[] = [
  [
    'knows another project id',
    { projectIds: ['another'] },
    { code: 'PROJECT_ID_INVALID', shortMessage: 'Invalid App Configuration' },
  ],
  [
    'lets another origin in',
    { origins: ['https://another.example'] },
    { code: 'ORIGIN_NOT_ALLOWED', shortMessage: 'Invalid App Configuration' },
  ],
  [
    'finds that the token is not valid yet',
    { now: anHourAgo },
    { code: 'SESSION_EXPIRED', shortMessage: 'Session Expired' },
  ],
  [
    'is not the one that the token was made for',
    { audience: 'ws://elsewhere.example' },
    {
      code: 'RELAY_REFUSED',
      shortMessage:
        'WalletConnect does not let this app in. Connect another way, or tell the people who run this app.',
    },
  ],
]

it.each(relays)('a relay that %s is told apart from a bad connection', async (_, options, said) => {
  bench = await startBench({}, options)
  const page = await bench.open()
  const failure = await page.connect().catch((error: unknown) => error)
  expect(failure).toMatchObject(said)
  // The relay that refused is asked again when the person tries again, and no sooner.
  const again = await page.connect().catch((error: unknown) => error)
  expect(again).toMatchObject(said)
})
