import '@latchkey/ui-react/styles.css'
import { KernelProvider, ModalView } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { Actions } from './Actions.js'
import { createAppKernel } from './createAppKernel.js'

const configuration = window.__latchkeyApp

createRoot(document.getElementById('root') as HTMLElement).render(
  <KernelProvider kernel={createAppKernel(configuration)} {...configuration.provider}>
    <main>
      <h1>Host app with the views in the page</h1>
      <ModalView />
      <Actions />
    </main>
  </KernelProvider>,
)
