import '@latchkey/ui-react/styles.css'
import { ConnectButton, KernelProvider, NetworkButton, WalletButton } from '@latchkey/ui-react'
import { Fragment, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Actions } from './Actions.js'
import { createAppKernel } from './createAppKernel.js'

const configuration = window.__latchkeyApp
const kernel = createAppKernel(configuration)
Object.assign(window, { kernel })

const Mode = configuration.strict ? StrictMode : Fragment

createRoot(document.getElementById('root') as HTMLElement).render(
  <Mode>
    <KernelProvider kernel={kernel} {...configuration.provider}>
      <main>
        <h1>Host app</h1>
        <ConnectButton />
        <NetworkButton />
        {configuration.walletButton === undefined ? null : (
          <WalletButton wallet={configuration.walletButton} />
        )}
        <Actions />
      </main>
    </KernelProvider>
  </Mode>,
)
