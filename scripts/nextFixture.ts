import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lastLines } from './lastLines.js'

/** A Next app whose page is a server component that imports the button, as a host writes one first. */
const files = {
  'app/layout.tsx': `import '@latchkey/ui-react/styles.css'
import type { ReactNode } from 'react'
import { Wallet } from './Wallet'

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Wallet>{children}</Wallet>
      </body>
    </html>
  )
}
`,
  'app/Wallet.tsx': `'use client'

import { createKernel } from '@latchkey/kernel'
import { eip155 } from '@latchkey/plugin-eip155'
import { siwx } from '@latchkey/plugin-siwx/react'
import { KernelProvider } from '@latchkey/ui-react'
import type { ReactNode } from 'react'
import { mainnet } from 'viem/chains'

const kernel = createKernel([eip155({ networks: [mainnet] }), siwx({ required: false, statement: 'Sign in.' })])

export function Wallet({ children }: { children: ReactNode }) {
  return <KernelProvider kernel={kernel}>{children}</KernelProvider>
}
`,
  'app/page.tsx': `import { isAddress } from '@latchkey/plugin-eip155'
import { ConnectButton } from '@latchkey/ui-react'

export default function Page() {
  return (
    <main data-checked={isAddress('0x000000000000000000000000000000000000dEaD')}>
      <ConnectButton />
    </main>
  )
}
`,
  'next.config.mjs': `export default { typescript: { ignoreBuildErrors: true } }
`,
}

/** Builds the app in a project where everything is installed. Returns what is wrong, as sentences. */
export function nextProblems(project: string): readonly string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  try {
    execFileSync('npx', ['next', 'build', '--webpack'], {
      cwd: project,
      stdio: 'pipe',
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', CI: '1' },
    })
  } catch (error) {
    return ['next build failed.', lastLines(error)]
  }
  const page = readFileSync(join(project, '.next/server/app/index.html'), 'utf8')
  return [
    ...(/<main data-checked="true">/.test(page)
      ? []
      : ['The server could not call isAddress of the EVM plugin.']),
    ...(/<button[^>]*>/.test(page) ? [] : ['The page that the server drew has no button.']),
  ]
}
