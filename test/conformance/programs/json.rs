//! JSON for adapters without crates: enough to read a question and to write an answer.
use std::fmt;
use std::ops::Index;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub fn text(&self) -> &str {
        if let Json::Text(text) = self { text } else { "" }
    }
    pub fn number(&self) -> usize {
        if let Json::Number(number) = self { *number as usize } else { 0 }
    }
    pub fn list(&self) -> &[Json] {
        if let Json::List(list) = self { list } else { &[] }
    }
}

/// A member that is missing is null.
impl Index<&str> for Json {
    type Output = Json;
    fn index(&self, name: &str) -> &Json {
        let members: &[(String, Json)] = if let Json::Object(members) = self { members } else { &[] };
        members.iter().find(|(key, _)| key == name).map_or(&Json::Null, |(_, value)| value)
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let quote = |text: &str| {
            let plain = |c: char| if c < ' ' || c == '"' || c == '\\' { format!("\\u{:04x}", c as u32) } else { c.to_string() };
            format!("\"{}\"", text.chars().map(plain).collect::<String>())
        };
        let join = |items: Vec<String>| items.join(",");
        match self {
            Json::Null => write!(f, "null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Number(number) => write!(f, "{number}"),
            Json::Text(text) => write!(f, "{}", quote(text)),
            Json::List(list) => write!(f, "[{}]", join(list.iter().map(Json::to_string).collect())),
            Json::Object(list) => write!(f, "{{{}}}", join(list.iter().map(|(k, v)| format!("{}:{v}", quote(k))).collect())),
        }
    }
}

/// Reads one value. Panics on what is not JSON: the runner writes none.
pub fn parse(text: &str) -> Json {
    Reader { rest: text.chars().collect::<Vec<_>>(), at: 0 }.value()
}

struct Reader {
    rest: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&mut self) -> char {
        while self.rest[self.at].is_whitespace() {
            self.at += 1;
        }
        self.rest[self.at]
    }
    fn next(&mut self) -> char {
        self.at += 1;
        self.rest[self.at - 1]
    }
    /// Items up to a bracket, with commas between them.
    fn items<T>(&mut self, end: char, item: fn(&mut Self) -> T) -> Vec<T> {
        let mut items = vec![];
        self.at += 1;
        while self.peek() != end {
            items.push(item(self));
            if self.peek() == ',' {
                self.at += 1;
            }
        }
        self.at += 1;
        items
    }
    fn member(&mut self) -> (String, Json) {
        self.peek();
        let name = self.string();
        assert_eq!(self.peek(), ':');
        self.at += 1;
        (name, self.value())
    }
    fn value(&mut self) -> Json {
        match self.peek() {
            '{' => Json::Object(self.items('}', Self::member)),
            '[' => Json::List(self.items(']', Self::value)),
            '"' => Json::Text(self.string()),
            _ => {
                let start = self.at;
                while self.at < self.rest.len() && !",]} \n".contains(self.rest[self.at]) {
                    self.at += 1;
                }
                match self.rest[start..self.at].iter().collect::<String>().as_str() {
                    "null" => Json::Null,
                    "true" => Json::Bool(true),
                    "false" => Json::Bool(false),
                    number => Json::Number(number.parse().unwrap()),
                }
            }
        }
    }
    fn string(&mut self) -> String {
        assert_eq!(self.next(), '"');
        let mut units: Vec<u16> = vec![];
        loop {
            let c = match self.next() {
                '"' => return String::from_utf16(&units).unwrap(),
                '\\' => match self.next() {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'u' => {
                        let hex: String = (0..4).map(|_| self.next()).collect();
                        units.push(u16::from_str_radix(&hex, 16).unwrap());
                        continue;
                    }
                    other => other,
                },
                other => other,
            };
            units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
        }
    }
}
