import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'
import { fileURLToPath } from 'node:url'
import { listPages } from './contents.js'
import { scrollableCode, scrollableTables } from './scripts/scrollable.js'

const root = fileURLToPath(new URL('..', import.meta.url))

const groups = listPages(root).map(({ label, pages, collapsed = false }) => ({
  label,
  collapsed,
  items: pages.map(({ slug, title }) => ({ label: title, link: `/${slug}` })),
}))

export default defineConfig({
  trailingSlash: 'always',
  image: { service: passthroughImageService() },
  // Nothing about who builds the site leaves the machine.
  devToolbar: { enabled: false },
  server: { host: '127.0.0.1' },
  markdown: { rehypePlugins: [scrollableTables] },
  integrations: [
    starlight({
      title: 'Latchkey',
      description: 'A wallet connection modal and account widget for web apps, made of a kernel and plugins.',
      customCss: ['./src/styles/site.css'],
      sidebar: groups,
      credits: false,
      pagefind: true,
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      expressiveCode: { themes: ['github-dark', 'github-light'], plugins: [scrollableCode] },
    }),
  ],
})
