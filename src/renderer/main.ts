import { mount } from 'svelte'
import App from './App.svelte'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/anchored.css'
import './styles/table.css'

/** The entry of the window: styles, then the application in the element that `index.html` has for it. */
const target = document.getElementById('window')
if (target === null) throw new Error('index.html holds the element #window')
mount(App, { target })
