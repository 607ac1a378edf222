import { ConnectButton, KernelProvider } from '@latchkey/ui-react'
import { kernel } from './kernel.ts'
import { Secret } from './Secret.tsx'

export function App() {
  return (
    <KernelProvider kernel={kernel} theme="system">
      <header>
        <ConnectButton />
      </header>
      <main>
        <h1>__packageName__</h1>
        <Secret />
      </main>
    </KernelProvider>
  )
}
