import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'
import { fileURLToPath } from 'node:url'
import { listPages, packageFolders, packageSlug } from './contents.js'
import { liveScript } from './scripts/liveExamples.js'
import { scrollableCode, scrollableTables } from './scripts/scrollable.js'

type SidebarItem = NonNullable<Parameters<typeof starlight>[0]['sidebar']>[number]

const root = fileURLToPath(new URL('..', import.meta.url))

/** Entries of the menu beside the documents. */
const fromSources: Readonly<Record<string, readonly SidebarItem[]>> = {
  Reference: [
    { label: 'Errors', link: '/reference/errors' },
    {
      label: 'Everything that is exported',
      collapsed: true,
      items: packageFolders(root).map((folder) => ({
        label: packageSlug(folder).replace('packages/', ''),
        link: `/${packageSlug(folder)}/api`,
      })),
    },
  ],
  Decisions: [{ label: 'All decisions', link: '/decisions' }],
}

const groups = listPages(root).map(({ label, pages, collapsed = false }) => ({
  label,
  collapsed,
  items: [
    ...(fromSources[label] ?? []),
    ...pages.map(({ slug, title }) => ({ label: title.replace('@latchkey/', ''), link: `/${slug}` })),
  ],
}))

export default defineConfig({
  trailingSlash: 'always',
  image: { service: passthroughImageService() },
  // Nothing about who builds the site leaves the machine.
  devToolbar: { enabled: false },
  server: { host: '127.0.0.1' },
  vite: { esbuild: { jsx: 'automatic' }, resolve: { dedupe: ['react', 'react-dom', 'valtio', 'viem'] } },
  markdown: { rehypePlugins: [scrollableTables] },
  integrations: [
    starlight({
      title: 'Latchkey',
      description: 'A wallet connection modal and account widget for web apps, made of a kernel and plugins.',
      customCss: ['./src/styles/site.css'],
      sidebar: groups,
      head: [{ tag: 'script', content: liveScript }],
      components: { EditLink: './src/components/MarkdownLink.astro', Sidebar: './src/components/Menu.astro' },
      routeMiddleware: './scripts/menuOfPage.ts',
      credits: false,
      pagefind: true,
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      expressiveCode: {
        themes: ['github-dark', 'github-light'],
        plugins: [scrollableCode],
        // It undoes every style of every part of a block, which the block's class keeps away already.
        useStyleReset: false,
        // Pages say their theme themselves.
        useDarkModeMediaQuery: false,
      },
    }),
  ],
})
