import '@latchkey/ui-react/styles.css'
import { ConnectButton, KernelProvider, useAccount } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { createAppKernel } from './createAppKernel.js'

const configuration = window.__latchkeyApp

function Status({ id }: { readonly id: string }) {
  return <p data-testid={`status-${id}`}>{useAccount().status}</p>
}

const kernels = ['left', 'right'].map((id) => createAppKernel({ ...configuration, kernel: { id } }))
Object.assign(window, { kernels })

createRoot(document.getElementById('root') as HTMLElement).render(
  <main>
    <h1>Two kernels on one page</h1>
    {kernels.map((kernel) => (
      <KernelProvider key={kernel.id} kernel={kernel}>
        <section data-testid={kernel.id}>
          <Status id={kernel.id} />
          <ConnectButton />
        </section>
      </KernelProvider>
    ))}
  </main>,
)
