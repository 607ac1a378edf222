import { createKernel } from '@latchkey/kernel'
import { eip155 } from '@latchkey/plugin-eip155'
import { ConnectButton, KernelProvider } from '@latchkey/ui-react'
import '@latchkey/ui-react/styles.css'
import { createRoot } from 'react-dom/client'
import { __camel__ as connector } from '../src/index.js'
import { createTestWallet } from './createTestWallet.js'
import { networks } from './networks.js'
import { WalletPanel } from './WalletPanel.js'

const all = networks(new URL('/node', location.href).href)
const testWallet = createTestWallet(all.map(({ id }) => id))
Reflect.set(globalThis, '__camel__', testWallet.provider)

const kernel = createKernel([eip155({ networks: all, discovery: false, injected: false }), connector()])

createRoot(document.querySelector('#root') as Element).render(
  <KernelProvider kernel={kernel} theme="system">
    <h1>__label__</h1>
    <ConnectButton />
    <WalletPanel wallet={testWallet} />
  </KernelProvider>,
)
