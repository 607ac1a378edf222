import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { answerForNode } from './dev/answerForNode.js'

/** The page of `npm run dev`, with the nodes of two empty chains behind `/node`. */
export default defineConfig({
  root: 'dev',
  plugins: [
    react(),
    {
      name: 'local nodes',
      configureServer({ middlewares }) {
        middlewares.use('/node', (request, response) => void answerForNode(request, response))
      },
    },
  ],
})
