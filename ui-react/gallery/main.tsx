import { createRoot } from 'react-dom/client'
import '../src/styles.css'
import { setStoryDocument, StoryPage } from './StoryPage.js'

const query = new URLSearchParams(location.search)
setStoryDocument(query)
const container = document.querySelector('#gallery')
if (!container) throw new Error('The gallery page has no #gallery element.')
createRoot(container).render(<StoryPage query={query} />)
