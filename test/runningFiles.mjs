const QUIET_MS = 60_000;

/** Says which test files are running while none ends: a loop without an end would hang without a name. */
export default class RunningFiles {
	#running = new Set();
	#alarm;

	onRunStart() {
		const name = () => console.error(`Still running: ${[...this.#running].join(', ')}`);
		this.#alarm = setInterval(name, QUIET_MS).unref();
	}

	onTestFileStart({ path }) {
		this.#running.add(path);
	}

	onTestFileResult({ path }) {
		this.#running.delete(path);
		this.#alarm.refresh();
	}

	onRunComplete() {
		clearInterval(this.#alarm);
	}
}
