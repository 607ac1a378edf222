import { createKernel } from '@latchkey/kernel'
import { activity } from '@latchkey/plugin-activity/react'
import { balances } from '@latchkey/plugin-balances/react'
import { bip122 } from '@latchkey/plugin-bip122'
import { eip155 } from '@latchkey/plugin-eip155'
import { emailAuth } from '@latchkey/plugin-email-auth/react'
import { identity } from '@latchkey/plugin-identity/react'
import { onramp } from '@latchkey/plugin-onramp/react'
import { pay } from '@latchkey/plugin-pay/react'
import { polkadot } from '@latchkey/plugin-polkadot'
import { prices } from '@latchkey/plugin-prices'
import { oracleFeeds } from '@latchkey/plugin-prices/evm'
import { receive } from '@latchkey/plugin-receive/react'
import { send } from '@latchkey/plugin-send/react'
import { solana } from '@latchkey/plugin-solana'
import { evmSwaps } from '@latchkey/plugin-swap/evm'
import { swap } from '@latchkey/plugin-swap/react'
import { walletData } from '@latchkey/plugin-wallet-data'
import { walletDirectory } from '@latchkey/plugin-wallet-directory/react'
import { walletConnect } from '@latchkey/plugin-walletconnect/react'
import { ConnectButton, KernelProvider, useAccount } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import '@latchkey/ui-react/styles.css'

// The app of ours.tsx with every chain, and most features: sign-in, approvals, permissions, own tokens, pictures and analytics
// aren't listed. No address of these options is asked before it is used.
const { rpcUrl } = window.__bench
const kernel = createKernel([
  eip155({
    networks: [
      {
        id: 31337,
        name: 'Local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [rpcUrl] } },
      },
    ],
  }),
  solana(),
  bip122(),
  polkadot(),
  emailAuth({ frameUrl: 'https://wallet.example/frame' }),
  walletConnect({ projectId: '0123456789abcdef0123456789abcdef' }),
  walletDirectory(),
  walletData(),
  identity(),
  balances(),
  prices([oracleFeeds()]),
  activity(),
  onramp(),
  swap(),
  evmSwaps(),
  pay(),
  send(),
  receive(),
])

function Address() {
  return <output id="address">{useAccount().address}</output>
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <KernelProvider kernel={kernel}>
    <ConnectButton />
    <Address />
  </KernelProvider>,
)
