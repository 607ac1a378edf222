import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // Its polyfill is an inline script, which the page's policy forbids.
  build: { modulePreload: { polyfill: false } },
})
