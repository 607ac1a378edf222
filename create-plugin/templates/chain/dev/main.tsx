import { createKernel } from '@latchkey/kernel'
import { send } from '@latchkey/plugin-send/react'
import { ConnectButton, KernelProvider } from '@latchkey/ui-react'
import '@latchkey/ui-react/styles.css'
import { createRoot } from 'react-dom/client'
import { __camel__ as chain } from '../src/index.js'
import { createTestWallet, testAddresses } from './createTestWallet.js'
import { localnet } from './localnet.js'
import { WalletPanel } from './WalletPanel.js'

const nodeUrl = new URL('/node', location.href).href
const testWallet = createTestWallet(nodeUrl)
Reflect.set(globalThis, '__camel__Wallet', testWallet.provider)

const kernel = createKernel([chain({ networks: [localnet(nodeUrl)] }), send()])

createRoot(document.querySelector('#root') as Element).render(
  <KernelProvider kernel={kernel} theme="system">
    <h1>__label__</h1>
    <ConnectButton />
    <WalletPanel wallet={testWallet} />
    <p>
      Somebody to pay: <code>{testAddresses[1]}</code>
    </p>
  </KernelProvider>,
)
