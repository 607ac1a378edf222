import { Connection, type ConnectionConfig } from '@solana/web3.js'
import { createContext, type ReactNode, useContext, useMemo } from 'react'

const ConnectionContext = createContext<{ readonly connection: Connection } | undefined>(undefined)

export interface ConnectionProviderProps {
  children?: ReactNode
  endpoint: string
  /** Give the same object each time: another one makes another connection. */
  config?: ConnectionConfig
}

const confirmed: ConnectionConfig = { commitment: 'confirmed' }

/** The app's own connection of web3.js, for `useConnection`. The kernel has endpoints of its own, in `solana({ rpcUrls })`. */
export function ConnectionProvider({ children, endpoint, config = confirmed }: ConnectionProviderProps) {
  const value = useMemo(() => ({ connection: new Connection(endpoint, config) }), [endpoint, config])
  return <ConnectionContext.Provider value={value}>{children}</ConnectionContext.Provider>
}

export function useConnection(): { readonly connection: Connection } {
  const value = useContext(ConnectionContext)
  if (!value) throw new Error('useConnection needs a ConnectionProvider around the component.')
  return value
}
