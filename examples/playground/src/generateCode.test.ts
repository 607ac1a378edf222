import { describe, expect, it } from 'vitest'
import { generateCode } from './generateCode.js'
import { defaultSettings, type Settings } from './settings.js'

describe('generateCode', () => {
  it('writes the shortest set-up for the defaults', () => {
    expect(generateCode(defaultSettings)).toMatchInlineSnapshot(`
      "import { createKernel } from '@latchkey/kernel'
      import { icons } from '@latchkey/icons'
      import { activity } from '@latchkey/plugin-activity/react'
      import { addressBook } from '@latchkey/plugin-address-book/react'
      import { approvals } from '@latchkey/plugin-approvals/react'
      import { balances } from '@latchkey/plugin-balances/react'
      import { bip122 } from '@latchkey/plugin-bip122'
      import { eip155 } from '@latchkey/plugin-eip155'
      import { emailAuth } from '@latchkey/plugin-email-auth/react'
      import { evmSwaps } from '@latchkey/plugin-swap/evm'
      import { hostedOnramp } from '@latchkey/plugin-onramp'
      import { identity } from '@latchkey/plugin-identity/react'
      import { incomingNotices } from '@latchkey/plugin-activity'
      import { ledger } from '@latchkey/plugin-ledger/react'
      import { onramp } from '@latchkey/plugin-onramp/react'
      import { pay } from '@latchkey/plugin-pay/react'
      import { polkadot } from '@latchkey/plugin-polkadot'
      import { receive } from '@latchkey/plugin-receive/react'
      import { send } from '@latchkey/plugin-send/react'
      import { solana } from '@latchkey/plugin-solana'
      import { solanaSwaps } from '@latchkey/plugin-swap/solana'
      import { swap } from '@latchkey/plugin-swap/react'
      import { walletConnect } from '@latchkey/plugin-walletconnect/react'
      import { walletData } from '@latchkey/plugin-wallet-data'
      import { walletDirectory } from '@latchkey/plugin-wallet-directory/react'
      import { watchOnly } from '@latchkey/plugin-watch-only/react'
      import { defiLlama, prices } from '@latchkey/plugin-prices'
      import { oracleFeeds } from '@latchkey/plugin-prices/evm'
      import { ConnectButton, KernelProvider } from '@latchkey/ui-react'
      import '@latchkey/ui-react/styles.css'
      import { base, mainnet } from '@latchkey/plugin-eip155/networks'

      const kernel = createKernel([
        eip155({ networks: [mainnet, base] }),
        solana(),
        bip122(),
        polkadot(),
        emailAuth({ frameUrl: 'https://wallet.example.com/frame' }),
        walletConnect({ projectId: '…' }),
        ledger(),
        walletDirectory(),
        walletData(),
        identity(),
        balances(),
        prices([oracleFeeds(), defiLlama()]),
        activity(),
        incomingNotices(),
        onramp(),
        hostedOnramp({ id: 'example', name: 'Example', origin: 'https://pay.example', sessionUrl: '/api/buy' }),
        swap(),
        evmSwaps(),
        solanaSwaps({ url: 'https://swaps.example/swap/v1' }),
        pay(),
        send(),
        receive(),
        addressBook(),
        approvals(),
        watchOnly(),
        icons(),
      ])

      export function App() {
        return (
          <KernelProvider
            kernel={kernel}
            theme="system"
          >
            <ConnectButton />
          </KernelProvider>
        )
      }
      "
    `)
  })

  it('says only what differs', () => {
    const code = generateCode({
      ...defaultSettings,
      mode: 'dark',
      accent: '#0f766e',
      plugins: [],
      enableReconnect: false,
    })
    expect(code).toMatchInlineSnapshot(`
      "import { createKernel } from '@latchkey/kernel'
      import { ConnectButton, KernelProvider } from '@latchkey/ui-react'
      import '@latchkey/ui-react/styles.css'

      const kernel = createKernel([], { enableReconnect: false })

      export function App() {
        return (
          <KernelProvider
            kernel={kernel}
            themeVariables={{ accent: '#0f766e' }}
          >
            <ConnectButton />
          </KernelProvider>
        )
      }
      "
    `)
  })

  it('hides the balance on the button', () => {
    expect(generateCode({ ...defaultSettings, balance: false })).toContain('<ConnectButton balance="hide" />')
  })

  it('lists a plugin only beside what it needs', () => {
    const listed = (...plugins: Settings['plugins']) => generateCode({ ...defaultSettings, plugins })
    expect(listed('walletData', 'activity', 'incomingNotices')).toContain('  incomingNotices(),')
    expect(listed('activity', 'incomingNotices')).not.toMatch(/activity|incomingNotices/)
    expect(listed('walletData', 'incomingNotices')).not.toContain('incomingNotices')
    expect(listed('balances')).not.toContain('balances')
  })
})
