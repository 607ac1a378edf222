import '@latchkey/ui-react/styles.css'
import './hostile.css'
import './main.js'
