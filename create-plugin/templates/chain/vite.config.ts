import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { createLedger } from './dev/createLedger.js'
import { createNodeServer } from './dev/createNodeServer.js'
import { testAddresses } from './dev/createTestWallet.js'

/** The page of `npm run dev`, with a node of the chain behind `/node`. */
export default defineConfig({
  root: 'dev',
  plugins: [
    react(),
    {
      name: 'local node',
      configureServer({ middlewares }) {
        const funds = Object.fromEntries(testAddresses.map((address) => [address, 1_000_000_000n]))
        const node = createNodeServer(createLedger({ networkId: '__id__:localnet', funds }))
        middlewares.use('/node', (request, response) => void node.handle(request, response))
      },
    },
  ],
})
