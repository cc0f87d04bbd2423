//! A page of Markdown, taken apart into what can be checked.

use std::fs;
use std::path::Path;

/// A page.
pub(super) struct Page {
    /// Its path in the repository.
    pub(super) path: String,
    pub(super) blocks: Vec<Block>,
    /// The lines outside of blocks.
    prose: Vec<String>,
}

/// A block of code.
pub(super) struct Block {
    /// Where it is: `PAGE:LINE`.
    pub(super) place: String,
    /// The words behind the fence; `indented` of a block without one.
    info: Vec<String>,
    pub(super) text: String,
}

impl Page {
    /// Reads a page.
    pub(super) fn read(path: &str) -> Self {
        let text = fs::read_to_string(path).unwrap();
        let mut page = Self {
            path: path.to_owned(),
            blocks: Vec::new(),
            prose: Vec::new(),
        };
        let mut lines = text.lines().enumerate().peekable();
        let mut blank = true;
        while let Some((at, line)) = lines.next() {
            let mut block = Block {
                place: format!("{path}:{}", at + 1),
                info: Vec::new(),
                text: String::new(),
            };
            let start = line.trim_start();
            if let Some(info) = start.strip_prefix("```") {
                block.info = info.split_whitespace().map(str::to_owned).collect();
                let indent = line.len() - start.len();
                for (_, line) in lines.by_ref() {
                    if line.trim_start().starts_with("```") {
                        break;
                    }
                    block.text += &format!("{}\n", line.get(indent..).unwrap_or_default());
                }
                page.blocks.push(block);
            } else if blank && line.starts_with("    ") {
                block.info.push("indented".to_owned());
                block.text = format!("{}\n", &line[4..]);
                while let Some((_, line)) =
                    lines.next_if(|(_, line)| line.is_empty() || line.starts_with("    "))
                {
                    block.text += &format!("{}\n", line.get(4..).unwrap_or_default());
                }
                page.blocks.push(block);
            } else {
                page.prose.push(line.to_owned());
            }
            blank = line.trim().is_empty();
        }
        page
    }

    /// The pieces of code in its prose; one may go on over the end of a line.
    pub(super) fn code(&self) -> Vec<String> {
        let prose = self.prose.join("\n");
        let paragraphs =
            prose
                .split("\n\n")
                .flat_map(|paragraph| match paragraph.contains("\n|") {
                    true => paragraph.split('\n').collect(),
                    false => vec![paragraph],
                });
        let code = paragraphs.flat_map(|paragraph| paragraph.split('`').skip(1).step_by(2));
        code.map(|code| code.replace("\\|", "|").replace('\n', " "))
            .collect()
    }

    /// The targets of its links.
    pub(super) fn links(&self) -> Vec<String> {
        let links = self.prose.iter().flat_map(|line| line.split("](").skip(1));
        let targets = links.filter_map(|rest| Some(rest.split_once(')')?.0.to_owned()));
        targets.filter(|target| !target.contains("://")).collect()
    }

    /// The names by which its headings can be linked to.
    pub(super) fn anchors(&self) -> Vec<String> {
        let headings = self.prose.iter().filter(|line| line.starts_with('#'));
        let anchor = |line: &String| {
            let text = line.trim_start_matches('#').trim().to_lowercase();
            let kept = text
                .chars()
                .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.collect::<String>().replace(' ', "-")
        };
        headings.map(anchor).collect()
    }
}

impl Block {
    /// Its language, or what else comes first; empty if nothing does.
    pub(super) fn language(&self) -> &str {
        self.info.first().map_or("", String::as_str)
    }

    /// True if a word stands behind the fence.
    pub(super) fn is(&self, word: &str) -> bool {
        self.info.iter().any(|info| info == word)
    }

    /// The words behind the first.
    pub(super) fn rest(&self) -> Vec<&str> {
        self.info.iter().skip(1).map(String::as_str).collect()
    }

    /// The file of the repository that it quotes.
    pub(super) fn quotes(&self) -> Option<&str> {
        let mut rest = self.rest().into_iter();
        rest.find(|word| word.contains('/') && Path::new(word).is_file())
    }

    /// Its commands with what they are said to print.
    pub(super) fn steps(&self) -> Vec<(&str, String)> {
        let mut steps: Vec<(&str, String)> = Vec::new();
        for line in self.text.lines() {
            match (line.strip_prefix("$ "), steps.last_mut()) {
                (Some(command), _) => steps.push((command, String::new())),
                (None, Some((_, output))) => *output += &format!("{line}\n"),
                (None, None) => {}
            }
        }
        steps
    }

    /// The files that its reader has afterwards: itself, if it has a name, and those that it shows by `cat`.
    pub(super) fn files(&self) -> Vec<(&str, String)> {
        if ["toml", "json"].contains(&self.language()) {
            let names = self.rest().into_iter().filter(|_| self.quotes().is_none());
            return names.map(|name| (name, self.text.clone())).collect();
        }
        let steps = self.steps().into_iter();
        steps
            .filter_map(|(command, output)| Some((command.strip_prefix("cat ")?, output)))
            .collect()
    }
}
