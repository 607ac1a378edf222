import '@latchkey/ui-react/styles.css'
import './styles.css'
import { createKernel } from '@latchkey/kernel'
import { eip155 } from '@latchkey/plugin-eip155'
import { siwx } from '@latchkey/plugin-siwx/react'
import { solana, solanaMainnet } from '@latchkey/plugin-solana'
import { ConnectButton, KernelProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import { Notes } from './Notes.js'

const kernel = createKernel([
  eip155({ networks: [mainnet] }),
  solana({ networks: [solanaMainnet] }),
  siwx({ required: true, backend: '/api/siwx', statement: 'Sign in to your notes.' }),
])

createRoot(document.getElementById('root') as HTMLElement).render(
  <KernelProvider kernel={kernel} theme="system">
    <header>
      <ConnectButton balance="hide" />
    </header>
    <Notes />
  </KernelProvider>,
)
