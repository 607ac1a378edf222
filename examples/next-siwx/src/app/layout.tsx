import '@latchkey/ui-react/styles.css'
import './styles.css'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Wallet } from './Wallet'

export const metadata: Metadata = { title: 'Members only', icons: 'data:,' }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Wallet>{children}</Wallet>
      </body>
    </html>
  )
}
