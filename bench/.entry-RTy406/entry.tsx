import { createRoot } from 'react-dom/client'
     import { createKernel } from '@latchkey/kernel'
     import { ConnectButton, KernelProvider } from '@latchkey/ui-react'
     import { eip155 } from '@latchkey/plugin-eip155'
import { solana } from '@latchkey/plugin-solana'
import { bip122 } from '@latchkey/plugin-bip122'
import { polkadot } from '@latchkey/plugin-polkadot'
     const kernel = createKernel([eip155({ networks: [{ id: 1, name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: { default: { http: ['https://rpc.example'] } } }] }), solana(), bip122(), polkadot()])
     createRoot(document.body).render(<KernelProvider kernel={kernel}><ConnectButton /></KernelProvider>)