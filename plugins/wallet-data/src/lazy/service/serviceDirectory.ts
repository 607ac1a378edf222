import { plainText } from '@latchkey/kernel/plugin'
import type { HostedDirectoryService, HostedWallet } from '../../tokens/hostedDirectory.js'
import { pictureOf } from '../pictureOf.js'
import type { ServiceClient } from './createClient.js'
import { type WalletRow, walletRow, wallets } from './schema.js'

/** Characters kept of what something is called. */
const nameLength = 60

const pageLength = 40
const searchLength = 100

export function createServiceDirectory(client: ServiceClient, url: string): HostedDirectoryService {
  return {
    async read({ page, search, badge, include, exclude, networkIds, signal, entries }) {
      const list = (values: readonly string[] | undefined) => (values?.length ? values.join(',') : undefined)
      const answer = await client.request({
        path: '/getWallets',
        query: {
          page,
          entries: entries ?? (search ? searchLength : pageLength),
          search: search || undefined,
          badge_type: badge,
          include: list(include),
          exclude: list(exclude),
          chains: list(networkIds),
        },
        schema: wallets,
        signal,
      })
      const found = answer.data.flatMap((row) => {
        const parsed = walletRow.safeParse(row)
        return parsed.success ? [toWallet(parsed.data, url)] : []
      })
      return { wallets: found, count: answer.count }
    },
  }
}

function toWallet(row: WalletRow, url: string): HostedWallet {
  const given: Omit<Partial<HostedWallet>, 'id' | 'name' | 'isCertified'> = {
    ...text('homepage', row.homepage),
    ...text('imageUrl', imageOf(row, url)),
    ...(typeof row.order === 'number' ? { order: row.order } : {}),
    ...text('mobileLink', row.mobile_link),
    ...text('desktopLink', row.desktop_link),
    ...text('webappLink', row.webapp_link),
    ...text('appStore', row.app_store),
    ...text('playStore', row.play_store),
    ...text('chromeStore', row.chrome_store),
    ...text('rdns', row.rdns),
    ...(row.chains ? { networkIds: row.chains } : {}),
    ...(row.injected
      ? {
          injected: row.injected.map(({ namespace, injected_id }) => ({
            namespace,
            injectedId: injected_id,
          })),
        }
      : {}),
  }
  return {
    id: row.id,
    name: plainText(row.name, nameLength),
    ...given,
    isCertified: row.badge_type === 'certified',
  }
}

function text<Name extends string>(
  name: Name,
  value: string | null | undefined,
): { [name in Name]?: string } {
  return (value ? { [name]: value } : {}) as { [name in Name]?: string }
}

/** A picture of its own, of several sizes, or by the id that the service serves it under. */
function imageOf({ image_url: given, image_id: id }: WalletRow, url: string): string | undefined {
  const own = typeof given === 'string' ? given : (given?.['md'] ?? given?.['sm'] ?? given?.['lg'])
  if (own) return pictureOf(own)
  return id ? `${url.replace(/\/+$/, '')}/getWalletImage/${encodeURIComponent(id)}` : undefined
}
