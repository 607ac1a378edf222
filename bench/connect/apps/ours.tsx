import { createKernel } from '@latchkey/kernel'
import { eip155 } from '@latchkey/plugin-eip155'
import { ConnectButton, KernelProvider, useAccount } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import '@latchkey/ui-react/styles.css'

const { rpcUrl } = window.__bench
const kernel = createKernel([
  eip155({
    networks: [
      {
        id: 31337,
        name: 'Local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [rpcUrl] } },
      },
    ],
  }),
])

function Address() {
  return <output id="address">{useAccount().address}</output>
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <KernelProvider kernel={kernel}>
    <ConnectButton />
    <Address />
  </KernelProvider>,
)
