import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Connector } from '@latchkey/kernel/plugin'
import { expect, it } from 'vitest'
import { bip122 } from '../../bip122/src/index.js'
import { mainnet } from 'viem/chains'
import { eip155 } from '../../eip155/src/index.js'
import { solana } from '../../solana/src/index.js'
import * as main from './index.js'
import { emailAuth, emailAuthId } from './index.js'

it('exports what a host and other plugins may use', () => {
  expect(Object.keys(main).sort()).toMatchInlineSnapshot(`
    [
      "ConnectSocialsRoute",
      "ConnectingFarcasterRoute",
      "ConnectingSocialRoute",
      "EmailAccountRoute",
      "EmailAuth",
      "EmailVerifyDeviceRoute",
      "EmailVerifyOtpRoute",
      "EmbeddedWalletRoute",
      "UpdateEmailPrimaryOtpRoute",
      "UpdateEmailSecondaryOtpRoute",
      "UpdateEmailWalletRoute",
      "emailAuth",
      "emailAuthId",
    ]
  `)
})

it.each([
  [undefined, ['eip155', 'solana']],
  [['eip155:1'], ['eip155']],
  [['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], ['solana']],
] as const)(
  'is a connector of logins, on the chains that it works on and the host lists: %j',
  (networks, spanned) => {
    const kernel = createKernel(
      [
        eip155({ networks: [mainnet], discovery: false, injected: false }),
        solana(),
        bip122(),
        emailAuth({ frameUrl: 'https://wallet.example.com/frame', ...(networks && { networks }) }),
      ],
      { storage: memoryStorage(), logLevel: 'silent' },
    )
    const connector = kernel.list(Connector).find(({ id }) => id === emailAuthId)
    expect(connector).toMatchObject({ id: emailAuthId, name: 'Email', group: 'auth', namespaces: spanned })
  },
)

it.each([
  [{}],
  [{ frameUrl: '/frame' }],
  [{ frameUrl: 'http://wallet.example.com/frame' }],
  [{ frameUrl: 'javascript:alert(1)' }],
  [{ frameUrl: 'https://user:pass@wallet.example.com/frame' }],
  [{ frameUrl: 'https://wallet.example.com/frame', networks: ['1'] }],
])('refuses the options %j', (options) => {
  expect(() => emailAuth(options as never)).toThrow(
    /emailAuth\(\) cannot use its option "(?:frameUrl|networks)"/,
  )
})

it.each(['https://wallet.example.com/frame', 'http://localhost:4000/frame', 'http://127.0.0.1:4000/frame'])(
  'takes the frame at %s',
  (frameUrl) => {
    expect(emailAuth({ frameUrl }).id).toBe('emailAuth')
  },
)
