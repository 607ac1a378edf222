import { ConnectionProvider } from './latchkey/ConnectionProvider'
import { kernel } from './latchkey/kernel'
import { KernelProvider } from '@latchkey/ui-react'
import '@latchkey/ui-react/styles.css'
import { createRoot } from 'react-dom/client'
import { App } from './App'

const { endpoint } = window.tipJar

createRoot(document.getElementById('root') as HTMLElement).render(
  <ConnectionProvider endpoint={endpoint}>
    <KernelProvider kernel={kernel}>
      <App />
    </KernelProvider>
  </ConnectionProvider>,
)
