import '@latchkey/ui-react/styles.css'
import '../styles.css'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Wallet } from './Wallet.tsx'

export const metadata: Metadata = { title: '__packageName__', icons: 'data:,' }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Wallet>{children}</Wallet>
      </body>
    </html>
  )
}
