import { createKernel } from '@latchkey/kernel'
import { eip155 } from '@latchkey/plugin-eip155'
import { ConnectButton, KernelProvider } from '@latchkey/ui-react'
import '@latchkey/ui-react/styles.css'
import { createRoot } from 'react-dom/client'
import { createTestWallet } from './createTestWallet.js'
import { networks } from './networks.js'
import { plugin } from './plugin.js'
import { testWalletPlugin } from './testWalletPlugin.js'
import { WalletPanel } from './WalletPanel.js'

const all = networks(new URL('/node', location.href).href)
const testWallet = createTestWallet(all.map(({ id }) => id))

const kernel = createKernel([
  eip155({ networks: all, discovery: false, injected: false }),
  testWalletPlugin(testWallet),
  plugin(),
])

createRoot(document.querySelector('#root') as Element).render(
  <KernelProvider kernel={kernel} theme="system">
    <h1>__label__</h1>
    <ConnectButton />
    <WalletPanel wallet={testWallet} />
  </KernelProvider>,
)
