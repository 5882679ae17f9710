/**
 * The specification's texts for each screen, word for word (Specification 2). Names and labels here are requirements, not
 * the site's own copy: they stay when a content file is rewritten.
 */
export interface ScreenFacts {
  address: string;
  title?: string;
  ogTitle?: string;
  /** The hero's heading. */
  heading?: string;
  /** Headings, names and labels on the page. */
  names?: readonly string[];
  /** Buttons and where they lead. */
  buttons?: readonly { label: string; to: string }[];
}

const toContact = (label: string) => ({ label, to: '#contact' });

const industry = [toContact('Elevate your future')];

export const specification: readonly ScreenFacts[] = [
  {
    address: '/',
    heading: 'AI-First Digital Engineering firm',
    names: [
      'Build Platforms Rapidly in the Digital Studios',
      'Introducing AI Infused Software Engineering with up to 60% faster release velocity',
      'Build Secure AI Models and governance frameworks',
      'Consulting & Strategy',
      'Cloud & Applications',
      'Data & Artificial Intelligence',
      'Digital Innovation',
      'Intelligent Automation',
      'Cybersecurity',
      'Quantum Leap',
      'SpeedX',
      'Elevate',
      'Curated network of disruptors',
    ],
    buttons: [
      toContact('Talk to us'),
      { label: 'Rethink growth', to: '/consulting-and-strategy' },
      { label: 'Transform today', to: '/cloud-and-application' },
      { label: 'Unleash data', to: '/data-and-ai' },
      { label: "Let's innovate", to: '/digital-innovation' },
      { label: 'Unlock resilience', to: '/intelligent-automation' },
      { label: 'Fortify your enterprise', to: '/cybersecurity' },
    ],
  },
  {
    address: '/who-we-are',
    title: 'Who We are',
    heading: 'Your bridge to What can be',
    names: ['Why Now', 'Impact In Action'],
    buttons: [toContact('Talk to us')],
  },
  {
    address: '/ventures',
    heading: 'Transforming Ideas into Thriving ventures',
    names: [
      'Core team',
      'Business impact',
      'Market size',
      'Network effect',
      'Recurring revenue',
      'Societal impact',
      'BFSI',
      'Manufacturing',
      'Healthcare',
    ],
    buttons: [toContact('Talk to us')],
  },
  {
    address: '/cloud-and-application',
    heading: 'Architecting the future. Powered by Cloud',
    names: ['Cloud Modernization', 'App Modernization', 'Quality Engineering', 'DevSecOps & SRE'],
    buttons: [toContact('Transform today')],
  },
  {
    address: '/data-and-ai',
    heading: 'Data Excellence: Where Precision meets Potential',
    names: ['Data Cloud Migration', 'Data Modernization', 'AI / ML Engineering', 'Generative AI', 'MLOps/LLMops'],
    buttons: [toContact('Unleash data')],
  },
  {
    address: '/digital-innovation',
    title: 'Digital Innovation',
    names: ['Product Ideation', 'Product Engineering', 'AI Co-Pilot Enablement', 'Innovation Labs & Venture Studios'],
    buttons: [toContact('Talk to us'), toContact("Let's innovate")],
  },
  {
    address: '/intelligent-automation',
    title: 'Intelligent Automation',
    heading: 'Automation that transforms',
    names: [
      'Process Intelligence/Mining',
      'BPM & RPA',
      'Low Code Automation',
      'AI/ML Augmentation',
      'Conversational Bots',
      'Digital Twins AR/VR',
      'What sets us apart',
    ],
    buttons: [toContact('Unlock resilience')],
  },
  {
    address: '/cybersecurity',
    title: 'CyberSecurity',
    heading: 'Fortifying the Future: AI-Driven Cyber Resilience',
    names: [
      'Strategic Security Consulting & vCISO',
      'Security Validation & Vulnerability Management',
      'Cloud Security & Zero Trust',
      'Data & Information Protection',
      'Threat Monitoring & Incident Response',
      'In partnership with',
    ],
    buttons: [toContact('Elevate your future'), toContact('Transform today')],
  },
  {
    address: '/consulting-and-strategy',
    names: [
      'Enterprise AI & GenAI Strategy',
      'Product & Innovation Strategy',
      'Industry-Specific AI Solutions',
      'Cybersecurity & AI Risk Advisory',
    ],
    buttons: [toContact('Elevate your future'), toContact("Let's build what's next")],
  },
  {
    address: '/speedx-products',
    title: 'SpeedX Products',
    names: ['SalesIQ', 'RegIQ', 'HealthIQ', 'DataIQ', 'Emerging'],
    buttons: [toContact('Accelerate your Agentic AI journey')],
  },
  {
    address: '/speedx-platform',
    heading: 'Kinetic Intelligence for Maximum Impact',
    names: ['Discover', 'Align', 'Realize', 'Transform'],
    buttons: [toContact('Accelerate your Agentic AI journey')],
  },
  { address: '/join-us', names: ['Life beyond the desk', 'Take the lead', 'Be fearless'] },
  {
    address: '/what-we-think',
    heading: 'Your Gateway to Future Readiness',
    names: ['Success Stories', 'Insights', 'Filter'],
    buttons: [toContact('Elevate your future')],
  },
  {
    address: '/contact-us',
    title: 'Contact Us',
    heading: 'Your competitive edge starts here',
    names: ['Our global footprint', 'New York', 'London', 'Chennai'],
  },
  {
    address: '/healthcare',
    title: 'Healthcare',
    names: ['Healthtech & AI Innovators', 'Deep Dive into Healthcare Innovation', 'In partnership with'],
    buttons: industry,
  },
  {
    address: '/financial-services',
    // Ruling 2: the other page's title on this one is a slip of the specification.
    title: 'Financial Services',
    ogTitle: 'Financial Services',
    names: ['Healthtech & AI Innovators', 'Deep Dive into Fintech Innovation'],
    buttons: industry,
  },
  {
    address: '/high-tech',
    title: 'High Tech',
    names: ['Technology & AI Innovators', 'Deep Dive into Healthcare Innovation'],
    buttons: industry,
  },
  {
    address: '/industrial',
    title: 'Industrial',
    names: ['Technology & AI Innovators', 'Deep Dive into Healthcare Innovation'],
    buttons: industry,
  },
  {
    address: '/terms-and-condition',
    names: [
      'Last updated 01 March 2024',
      'Interpretation and Definitions',
      'Acknowledgment',
      'Links to Other Websites',
      'Termination',
      'Limitation of Liability',
      "'AS IS' and 'AS AVAILABLE' Disclaimer",
      'Governing Law',
      'Disputes Resolution',
      'For European Union (EU) Users',
      'United States Legal Compliance',
      'Severability and Waiver',
      'Translation Interpretation',
      'Changes to These Terms and Conditions',
      'Contact Us',
    ],
  },
  {
    address: '/privacy-policy',
    names: ['Last updated 01 March 2024', 'Interpretation and Definitions', 'Introduction', 'Collecting Data'],
  },
];

/** Links of the header. */
export const headerLinks: readonly { label: string; to?: string }[] = [
  { label: 'Who we are' },
  { label: 'What we do' },
  { label: 'Our technology', to: '/speedx-platform' },
  { label: 'What we think' },
  { label: 'Contact Us' },
];

/** Links of the footer. */
export const footerLinks: readonly { label: string; to?: string }[] = [
  { label: 'Ventures' },
  { label: 'Join us' },
  { label: 'Healthcare' },
  { label: 'Financial Services' },
  { label: 'High Tech' },
  { label: 'Industrial' },
  { label: 'Privacy Policy', to: '/privacy-policy' },
  { label: 'Terms of Use', to: '/terms-and-condition' },
];
