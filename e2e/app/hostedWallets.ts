import { definePlugin, type Plugin } from '@latchkey/kernel/plugin'
import { HostedDirectory } from '@latchkey/plugin-wallet-data'

/**
 * A service of so many wallets, every second one certified, that keeps to the query. The first two have pictures, and
 * the third and fourth are of somebody who wants to know who visits.
 */
export function hostedWallets(count: number): Plugin {
  const all = Array.from({ length: count }, (_, index) => ({
    id: `hosted-${index}`,
    name: `Hosted ${index}`,
    isCertified: index % 2 === 0,
    mobileLink: `hosted${index}://`,
    ...(index < 2 ? { imageUrl: `https://pictures.example/${index}.png` } : {}),
    ...(index === 2 || index === 3 ? { imageUrl: `https://tracker.example/${index}.png` } : {}),
  }))
  return definePlugin({
    id: 'app.hostedWallets',
    kernel: '^1.0.0',
    provides: [HostedDirectory],
    setup: (context) =>
      context.provide(HostedDirectory, () => ({
        imageOrigins: ['https://pictures.example'],
        async read({ page, entries = 40, search = '', badge }) {
          const found = all.filter(
            ({ name, isCertified }) =>
              name.toLowerCase().includes(search.toLowerCase()) && (!badge || isCertified),
          )
          return { wallets: found.slice((page - 1) * entries, page * entries), count: found.length }
        },
      })),
  })
}
