import '@latchkey/ui-react/styles.css'
import { ConnectButton, KernelProvider, NetworkButton } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { Actions } from './Actions.js'
import { createAppKernel } from './createAppKernel.js'

const configuration = window.__latchkeyApp
const kernel = createAppKernel(configuration)
Object.assign(window, { kernel })

createRoot(document.getElementById('root') as HTMLElement).render(
  <KernelProvider kernel={kernel} {...configuration.provider}>
    <main>
      <h1>Host app</h1>
      <ConnectButton />
      <NetworkButton />
      <Actions />
    </main>
  </KernelProvider>,
)
