/** The languages of the catalog. */
export const LANGUAGES = ['en', 'fr', 'de', 'es', 'ja', 'ko'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Words for `Random.pick`. */
export type Words = readonly [string, ...string[]];

type Translated = Readonly<Record<Language, Words>>;

const texts = (joined: string) => joined.replaceAll(/\s+/g, ' ').split('; ') as unknown as Words;

/** Path titles: the subjects of the catalog. */
export const SUBJECTS: Translated = {
	en: texts(`New Hire Onboarding; Safety Certification; Leadership Program; Compliance Essentials;
		Sales Academy; Customer Service Academy; Digital Skills`),
	fr: texts(`Intégration des nouveaux; Certification sécurité; Parcours leadership; Essentiels de
		la conformité; Académie des ventes; Académie du service client; Compétences numériques`),
	de: texts(`Einarbeitung; Sicherheitszertifikat; Führungsprogramm; Compliance-Grundlagen;
		Vertriebsakademie; Kundenservice-Akademie; Digitale Kompetenzen`),
	es: texts(`Incorporación; Certificación en seguridad; Programa de liderazgo; Fundamentos de
		cumplimiento; Academia de ventas; Academia de atención al cliente; Competencias digitales`),
	ja: texts(`新入社員研修; 安全認定; リーダーシップ研修; コンプライアンス基礎; 営業アカデミー;
		接客アカデミー; デジタルスキル`),
	ko: texts(`신입사원 온보딩; 안전 인증; 리더십 과정; 준법 필수 과정; 영업 아카데미;
		고객 서비스 아카데미; 디지털 역량`),
};

/** Course titles: three for each subject. */
export const TITLES: Translated = {
	en: texts(`Welcome to the Company; Your First Week; Our Products at a Glance; Fire Safety at Work;
		First Aid Basics; Forklift Safety; Giving Feedback; Leading Remote Teams; Interviewing
		Candidates; Data Protection Basics; Code of Conduct; Preventing Corruption; Negotiation Skills;
		From Lead to Contract; Handling Objections; Active Listening; Handling Complaints; Writing Clear
		Emails; Excel for Beginners; Recognizing Phishing; Working with AI`),
	fr: texts(`Bienvenue dans l’entreprise; Votre première semaine; Nos produits en bref; Sécurité
		incendie au travail; Premiers secours; Conduire un chariot en sécurité; Donner du feedback;
		Animer une équipe à distance; Mener un entretien d’embauche; Protection des données; Code de
		conduite; Prévenir la corruption; Techniques de négociation; Du prospect au contrat; Répondre
		aux objections; Écoute active; Traiter les réclamations; Écrire des e-mails clairs; Excel pour
		débutants; Reconnaître l’hameçonnage; Travailler avec l’IA`),
	de: texts(`Willkommen im Unternehmen; Ihre erste Woche; Unsere Produkte im Überblick; Brandschutz
		am Arbeitsplatz; Erste Hilfe; Sicher Gabelstapler fahren; Feedback geben; Teams aus der Ferne
		führen; Bewerbungsgespräche führen; Datenschutz: Grundlagen; Verhaltenskodex; Korruption
		vorbeugen; Verhandlungstechniken; Vom Kontakt zum Vertrag; Einwände entkräften; Aktives Zuhören;
		Beschwerden bearbeiten; Klare E-Mails schreiben; Excel für Einsteiger; Phishing erkennen;
		Arbeiten mit KI`),
	es: texts(`Bienvenida a la empresa; Tu primera semana; Nuestros productos; Seguridad contra
		incendios; Primeros auxilios; Manejo seguro de carretillas; Dar feedback; Liderar equipos a
		distancia; Entrevistas de selección; Protección de datos; Código de conducta; Prevenir la
		corrupción; Técnicas de negociación; Del contacto al contrato; Responder a las objeciones;
		Escucha activa; Gestionar reclamaciones; Escribir correos claros; Excel para principiantes;
		Reconocer el phishing; Trabajar con IA`),
	ja: texts(`会社へようこそ; 最初の一週間; 製品紹介; 職場の防火; 応急手当の基本;
		フォークリフトの安全運転; フィードバックの伝え方; リモートチームの率い方; 採用面接の進め方;
		個人情報保護の基本; 行動規範; 贈収賄の防止; 交渉術; 商談から契約まで; 反論への対応; 傾聴;
		苦情対応; 伝わるメールの書き方; はじめてのExcel; フィッシング対策; AIツールの使い方`),
	ko: texts(`입사를 환영합니다; 입사 첫 주; 제품 소개; 직장 화재 안전; 응급처치 기초; 지게차 안전 운전;
		피드백 하기; 원격 팀 이끌기; 채용 면접 진행; 개인정보 보호 기초; 행동 강령; 부패 방지; 협상 기술;
		상담에서 계약까지; 반론 대응; 적극적 경청; 불만 처리; 명확한 이메일 쓰기; 엑셀 입문; 피싱 예방;
		AI 도구 활용`),
};

/** The ends of course titles. */
export const EDITIONS: Translated = {
	en: ['', ' for Managers', ', Part 2', ': Refresher', ': Quiz'],
	fr: ['', ' pour les managers', ', partie 2', ' : rappel', ' : quiz'],
	de: ['', ' für Führungskräfte', ', Teil 2', ': Auffrischung', ': Quiz'],
	es: ['', ' para responsables', ', parte 2', ': repaso', ': test'],
	ja: ['', '（管理職向け）', '（第2部）', '（復習）', '（クイズ）'],
	ko: ['', ' (관리자용)', ' (2부)', ' (복습)', ' (퀴즈)'],
};

/** Descriptions. */
export const SENTENCES: Translated = {
	en: [
		'You learn the rules that matter and practice them on "real" cases.',
		'Short videos, followed by a quiz.',
		'Agenda:\n1. Why it matters\n2. What to do',
	],
	fr: [
		'« Apprendre, c’est déposer de l’or dans la banque de son esprit. »',
		'De courtes vidéos, suivies d’un quiz.',
		'Au programme :\n1. Pourquoi\n2. Comment',
	],
	de: [
		'Sie lernen die wichtigsten Regeln und üben an echten Fällen.',
		'Nach jedem Kapitel folgt eine kurze Übung.',
		'Ablauf:\n1. Warum\n2. Wie',
	],
	es: [
		'Aprenderás las reglas que importan y las practicarás con casos reales.',
		'Vídeos breves, seguidos de un test.',
		'Programa:\n1. Por qué\n2. Cómo',
	],
	ja: [
		'大切なルールを学び、実例で練習します。',
		'短い動画とクイズです。',
		'内容：\n1. 理由\n2. 方法',
	],
	ko: [
		'중요한 규칙을 배우고 실제 사례로 연습합니다.',
		'짧은 동영상과 퀴즈입니다.',
		'내용:\n1. 이유\n2. 방법',
	],
};

/** Course names that break careless software, for the tests of files, tables, and sheets in engine/ and e2e/. */
export const ODD_NAMES: Words = [
	'"Hands-on" Safety, Level 2',
	"Leadership for the 'Night Shift'",
	'🚀 Fast Track: C++ & Rust',
	'Web Accessibility ♿: <alt> & Co.',
	'Budgets; Forecasts ✅',
];
